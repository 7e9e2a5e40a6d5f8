from .arrays import typed
