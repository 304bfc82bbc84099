public import Foundation

/// Single texts out of property lists.
public enum PropertyListText {
  /// The text under `key` in a list that is a dictionary, binary or XML; nil where there is none.
  public static func text(_ key: String, in list: Data) -> String? {
    guard list.starts(with: "bplist".utf8) else {
      return xml(key, String(decoding: list, as: UTF8.self))
    }
    guard let list = try? PropertyListReader(list),
      case .dictionary(let keys, let values) = list.nodes[list.top],
      let place = keys.firstIndex(where: { list.nodes[$0] == .string(key) }),
      values.indices.contains(place), case .string(let text) = list.nodes[values[place]]
    else { return nil }
    return text
  }

  /// Names of files have nothing in them that XML writes otherwise, but for `&`.
  private static func xml(_ key: String, _ list: String) -> String? {
    guard let name = list.range(of: "<key>\(key)</key>"),
      let start = list.range(of: "<string>", range: name.upperBound..<list.endIndex),
      list[name.upperBound..<start.lowerBound].allSatisfy(\.isWhitespace),
      let end = list.range(of: "</string>", range: start.upperBound..<list.endIndex)
    else { return nil }
    return list[start.upperBound..<end.lowerBound].replacingOccurrences(of: "&amp;", with: "&")
  }
}
