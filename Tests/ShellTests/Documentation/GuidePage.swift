import Foundation

/// A documentation page with its links and the names it mentions.
struct GuidePage {
  /// Where it lies in the project.
  private let name: String
  /// Its text without blocks of examples.
  private let prose: String

  /// The page at the path `name` in the project.
  init(_ name: String) throws {
    self.name = name
    let file = ManualTests.project.appendingPathComponent(name)
    let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    var isExample = false
    prose = lines.filter { line in
      guard line.hasPrefix("```") else { return !isExample }
      isExample.toggle()
      return false
    }.joined(separator: "\n")
  }

  /// The texts between backticks, without repetition.
  var quoted: Set<String> {
    Set(prose.matches(of: /`([^`]+)`/).map { String($0.1) })
  }

  /// The targets of its links, as they are written. Text between backticks is not a link.
  var links: [String] {
    prose.replacing(/`[^`]*`/, with: "").matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }
  }

  /// The path in the project of a link's target.
  func path(of link: String) -> String {
    let folder = name.split(separator: "/").dropLast().map(String.init)
    return link.split(separator: "/").reduce(into: folder) { path, part in
      if part == ".." { _ = path.popLast() } else { path.append(String(part)) }
    }.joined(separator: "/")
  }

  /// The names of its headings in links: lower case, words joined by hyphens, without punctuation.
  /// A repeated name has a number after it.
  var anchors: Set<String> {
    var counts: [String: Int] = [:]
    var anchors: Set<String> = []
    for line in prose.split(separator: "\n") {
      guard let heading = line.wholeMatch(of: /#+ (.+)/) else { continue }
      let words = heading.1.lowercased().filter {
        $0.isLetter || $0.isNumber || " -_".contains($0)
      }
      let anchor = words.replacing(" ", with: "-")
      let count = counts[anchor, default: 0]
      counts[anchor] = count + 1
      anchors.insert(count == 0 ? anchor : "\(anchor)-\(count)")
    }
    return anchors
  }
}
