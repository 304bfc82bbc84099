// Empty: the target's code is a constructor, which runs by itself.
