import Foundation

/// Which file a path leads to, be it there or not: the same for all paths that lead there.
struct FileIdentity: Equatable {
  private let path: String

  init(_ path: String) {
    self.path = URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
  }
}
