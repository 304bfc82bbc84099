import Foundation

/// A library that is loaded while the program runs, when something needs it. It stays loaded.
public struct DynamicLibrary: Sendable {
  nonisolated(unsafe) private let handle: UnsafeMutableRawPointer

  /// Loads the first of `names` that the system finds; nil if it finds none.
  public init?(named names: [String]) {
    for name in names {
      guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { continue }
      self.handle = handle
      return
    }
    return nil
  }

  /// The function `name` of the library; nil if it has none. The caller knows the C type.
  public func function<Function>(_ name: String, as type: Function.Type) -> Function? {
    dlsym(handle, name).map { unsafeBitCast($0, to: type) }
  }
}
