from playground.cli import main

main()
