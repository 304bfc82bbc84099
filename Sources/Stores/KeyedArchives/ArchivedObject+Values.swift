package import Foundation

/// The values of Foundation's objects.
extension ArchivedObject {
  /// The string: a plain one or a string object.
  package var string: String? {
    switch content {
    case .string(let text): return text
    case .dictionary:
      guard let name = className, Self.stringClasses.contains(name),
        let content = self["NS.string"] ?? self["NS.bytes"]
      else { return nil }
      switch content.content {
      case .string(let text): return text
      case .data(let bytes): return String(data: bytes, encoding: .utf8)
      default: return nil
      }
    default: return nil
    }
  }

  private static let stringClasses: Set<String> = ["NSString", "NSMutableString"]

  /// The plain integer; 0 or 1 for a plain Bool.
  package var integer: Int64? {
    switch content {
    case .integer(let number): number
    case .bool(let value): value ? 1 : 0
    default: nil
    }
  }

  /// The plain Bool; integers other than 0 are true.
  package var bool: Bool? { integer.map { $0 != 0 } }

  /// The plain number.
  package var double: Double? {
    if case .real(let number) = content { number } else { integer.map(Double.init) }
  }

  /// The data: plain data or a data object.
  package var data: Data? {
    if case .data(let data) = content { return data }
    guard let name = className, ["NSData", "NSMutableData"].contains(name) else { return nil }
    return self["NS.data"]?.data
  }

  /// The elements of an array or set without nils; nil for other objects.
  package var elements: [ArchivedObject]? { optionalElements?.compactMap { $0 } }

  /// The elements of an array or set; nil for other objects.
  var optionalElements: [ArchivedObject?]? {
    guard let name = className, Self.listClasses.contains(name) else { return nil }
    if let list = list("NS.objects") { return list }
    // Ordered sets store their elements under numbered keys.
    var elements: [ArchivedObject?] = []
    while let element = self["NS.object.\(elements.count)"] { elements.append(element) }
    return elements
  }

  private static let listClasses: Set<String> = [
    "NSArray", "NSMutableArray", "NSSet", "NSMutableSet", "NSOrderedSet", "NSMutableOrderedSet",
  ]

  /// The keys and values of a dictionary; nil for other objects.
  ///
  /// Dictionaries with known keys store the keys in a separate mapping.
  package var pairs: [(key: ArchivedObject, value: ArchivedObject?)]? {
    guard let name = className else { return nil }
    let (keys, values): ([ArchivedObject?]?, [ArchivedObject?]?)
    switch name {
    case "NSDictionary", "NSMutableDictionary":
      (keys, values) = (list("NS.keys"), list("NS.objects"))
    case "NSKnownKeysDictionary1":
      keys = self["searchMapping"]?["keys"]?.optionalElements
      values = self["values"]?.optionalElements
    default: return nil
    }
    guard let keys, let values else { return nil }
    return zip(keys, values).compactMap { key, value in key.map { ($0, value) } }
  }
}
