public import Foundation

/// What objects of Foundation's classes are.
extension ArchivedObject {
  /// The text, of a plain value or a string object.
  public var string: String? {
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

  /// The plain integer, or a truth value as 0 or 1.
  public var integer: Int64? {
    switch content {
    case .integer(let number): number
    case .bool(let value): value ? 1 : 0
    default: nil
    }
  }

  /// The plain truth value; an integer that is not 0 is true.
  public var bool: Bool? { integer.map { $0 != 0 } }

  /// The plain number.
  public var double: Double? {
    if case .real(let number) = content { number } else { integer.map(Double.init) }
  }

  /// The plain data, or that of a data object.
  public var data: Data? {
    if case .data(let data) = content { return data }
    guard let name = className, ["NSData", "NSMutableData"].contains(name) else { return nil }
    return self["NS.data"]?.data
  }

  /// The elements of an array or a set, those that are nil left out; nil for anything else.
  public var elements: [ArchivedObject]? { optionalElements?.compactMap { $0 } }

  /// The elements of an array or a set; nil for anything else.
  var optionalElements: [ArchivedObject?]? {
    guard let name = className, Self.listClasses.contains(name) else { return nil }
    if let list = list("NS.objects") { return list }
    // Ordered sets have their elements under numbered names.
    var elements: [ArchivedObject?] = []
    while let element = self["NS.object.\(elements.count)"] { elements.append(element) }
    return elements
  }

  private static let listClasses: Set<String> = [
    "NSArray", "NSMutableArray", "NSSet", "NSMutableSet", "NSOrderedSet", "NSMutableOrderedSet",
  ]

  /// The keys and values of a dictionary; nil for anything else.
  ///
  /// A dictionary with known keys has these in a mapping beside the values.
  public var pairs: [(key: ArchivedObject, value: ArchivedObject?)]? {
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
