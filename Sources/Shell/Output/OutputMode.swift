import Diagnostics
import Storage

/// A form in which results are printed.
public struct OutputMode: Sendable {
  /// The name by which it is chosen.
  public let name: String
  /// What it looks like, in one line.
  public let summary: String
  /// Whether people read it: messages and times stand among the results.
  let isForPeople: Bool

  /// The mode that is used unless another is chosen.
  public static let table = OutputMode(
    name: "table",
    summary: "boxes that fit the terminal",
    isForPeople: true
  )
  /// All modes, in the order in which help lists them.
  public static let all = [table]

  /// The mode called `name`.
  public static func named(_ name: String) -> OutputMode? {
    all.first { $0.name == name.lowercased() }
  }

  /// The modes that `name` may mean.
  static func nearest(to name: String) -> [String] {
    nearestNames(to: name, in: all.map(\.name))
  }

  /// What can be chosen, in one line.
  static var listing: String { "the modes are " + all.map(\.name).joined(separator: ", ") }
}
