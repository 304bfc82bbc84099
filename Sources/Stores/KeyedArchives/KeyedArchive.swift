package import Foundation

/// An archive written by `NSKeyedArchiver`: a graph of objects, which may be cyclic.
package final class KeyedArchive: Sendable {
  private let nodes: [PropertyListNode]
  /// The archived objects as node numbers.
  private let objects: [Int]
  /// The node of the root object.
  private let rootNode: Int
  /// The members of large objects by key, so that looking them up stays fast.
  private let places: [Int: [String: Int]]

  /// The members of larger objects are indexed.
  private static let fewMembers = 64

  /// Reads an archive.
  package init(_ data: Data) throws(FormatError) {
    let list = try PropertyListReader(data)
    let nodes = list.nodes
    func member(_ key: String) -> PropertyListNode? {
      Self.member(key, of: list.top, nodes).map { nodes[$0] }
    }
    guard case .string("NSKeyedArchiver") = member("$archiver"),
      case .array(let objects) = member("$objects"),
      case .dictionary(let names, let values) = member("$top")
    else { throw FormatError("it is not a keyed archive") }
    self.nodes = nodes
    self.objects = objects
    places = Self.places(nodes)
    let place = names.firstIndex { nodes[$0] == .string("root") } ?? names.startIndex
    guard values.indices.contains(place) else { throw FormatError("it has no root") }
    rootNode = values[place]
  }

  private static func places(_ nodes: [PropertyListNode]) -> [Int: [String: Int]] {
    var places: [Int: [String: Int]] = [:]
    for (number, node) in nodes.enumerated() {
      guard case .dictionary(let keys, let values) = node, keys.count > fewMembers else { continue }
      var named: [String: Int] = [:]
      for (key, value) in zip(keys, values) {
        if case .string(let name) = nodes[key], named[name] == nil { named[name] = value }
      }
      places[number] = named
    }
    return places
  }

  private static func member(_ key: String, of node: Int, _ nodes: [PropertyListNode]) -> Int? {
    guard case .dictionary(let keys, let values) = nodes[node],
      let place = keys.firstIndex(where: { nodes[$0] == .string(key) }),
      values.indices.contains(place)
    else { return nil }
    return values[place]
  }

  /// The archived object; nil if it is nil or missing.
  package var root: ArchivedObject? { object(rootNode) }

  /// The object at a node, or the one that the node references; nil for `$null` and missing
  /// objects.
  func object(_ node: Int) -> ArchivedObject? {
    var node = node
    if case .reference(let place) = nodes[node] {
      guard objects.indices.contains(place) else { return nil }
      node = objects[place]
    }
    switch nodes[node] {
    // References do not reference other references.
    case .null, .string("$null"), .reference: return nil
    default: return ArchivedObject(archive: self, node: node)
    }
  }

  /// The node of a member of the object at a node; nil if there is none.
  func member(_ key: String, of node: Int) -> Int? {
    if let named = places[node] { return named[key] }
    return Self.member(key, of: node, nodes)
  }

  func content(_ node: Int) -> PropertyListNode { nodes[node] }
}

/// An object in a keyed archive, or a plain value.
package struct ArchivedObject: Hashable, Sendable {
  private let archive: KeyedArchive
  private let node: Int

  init(archive: KeyedArchive, node: Int) {
    self.archive = archive
    self.node = node
  }

  /// Whether both are the same object, not just equal ones.
  package static func == (left: ArchivedObject, right: ArchivedObject) -> Bool {
    left.archive === right.archive && left.node == right.node
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(node)
  }

  var content: PropertyListNode { archive.content(node) }

  /// The object's class; nil for plain values.
  package var className: String? {
    guard let type = self["$class"], case .string(let name)? = type["$classname"]?.content else {
      return nil
    }
    return name
  }

  /// The member with a key.
  package subscript(key: String) -> ArchivedObject? {
    archive.member(key, of: node).flatMap(archive.object)
  }

  /// The elements of the list with a key; nil if there is no such list. Elements may be nil.
  func list(_ key: String) -> [ArchivedObject?]? {
    guard case .array(let elements)? = self[key]?.content else { return nil }
    return elements.map(archive.object)
  }
}
