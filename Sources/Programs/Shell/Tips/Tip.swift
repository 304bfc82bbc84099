import Syntax

/// A hint about a feature, shown after a statement that it helps with.
enum Tip: String, CaseIterable {
  case undo, chart, trace

  /// The tip as shown.
  var text: String {
    switch self {
    case .undo: "tip: `undo` reverts it"
    case .chart: "tip: `chart bar` at the end draws it"
    case .trace: "tip: `trace` instead of `fetch` shows why, record by record"
    }
  }
}

/// The tips shown so far: in this session and, through a file, in all others.
struct ShownTips {
  private let file: LineFile?
  private var counts: [Tip: Int] = [:]

  /// How often each tip is shown.
  private static let limit = 2

  /// - Parameter file: The shared file, with a line for each time; nil if nothing is stored.
  init(_ file: LineFile?) {
    self.file = file
  }

  /// Whether `tip` is to be shown now; if so, this counts as one time.
  mutating func take(_ tip: Tip) -> Bool {
    let here = counts[tip, default: 0]
    let everywhere = file?.load(limit: .max).count { $0 == tip.rawValue } ?? 0
    guard max(here, everywhere) < Self.limit else { return false }
    counts[tip] = here + 1
    file?.append(tip.rawValue)
    return true
  }
}
