import Diagnostics
import Rendering

/// Names in little space.
extension ChartText {
  /// The names, without their common first words if cut names would look the same.
  func distinguishing(_ names: [String], width: Int) -> [String] {
    func cut(_ names: [String]) -> Set<String> {
      Set(names.map { fitted($0, toWidth: max(width, 1), ellipsis: context.ellipsis).text })
    }
    let different = Set(names)
    guard different.count > 1, cut(names).count < different.count else { return names }
    let start = Self.commonWords(names)
    guard start > 0 else { return names }
    let ends = names.map { context.ellipsis + $0.dropFirst(start) }
    return cut(ends).count > cut(names).count ? ends : names
  }

  /// The length of the common prefix, up to the end of a word.
  private static func commonWords(_ names: [String]) -> Int {
    guard let first = names.first else { return 0 }
    var common = Array(first)
    for name in names {
      common = zip(common, name).prefix { $0 == $1 }.map(\.0)
    }
    let last = common.lastIndex { !$0.isLetter && !$0.isNumber }
    return last.map { $0 + 1 } ?? 0
  }
}
