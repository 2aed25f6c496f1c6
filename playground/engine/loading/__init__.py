"""Where a checkpoint comes from: the embedded one, a folder, the hub; is it whole, and is there room for it?"""
