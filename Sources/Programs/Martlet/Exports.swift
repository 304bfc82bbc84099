// One import brings all that a program needs: Swift has no other way to hand on modules whole.
@_exported public import Context
@_exported public import MemoryStore
@_exported public import Model
@_exported public import Storage
