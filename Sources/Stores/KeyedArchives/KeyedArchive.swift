public import Foundation

/// What `NSKeyedArchiver` wrote: a graph of objects, which may be cyclic.
public final class KeyedArchive: Sendable {
  private let nodes: [PropertyListNode]
  /// The archived objects as numbers of nodes.
  private let objects: [Int]
  /// The object that was archived.
  private let rootNode: Int
  /// Where members stand in objects with so many that looking through them again and again takes long.
  private let places: [Int: [String: Int]]

  /// An object with more members has its places kept.
  private static let fewMembers = 64

  /// Reads `data`; throws where it is damaged or no archive.
  public init(_ data: Data) throws(ArchiveError) {
    let list = try PropertyListReader(data)
    nodes = list.nodes
    places = Self.places(list.nodes)
    guard case .string("NSKeyedArchiver") = Self.member("$archiver", of: list.top, nodes),
      case .array(let objects) = Self.member("$objects", of: list.top, nodes)
    else { throw ArchiveError("it is no keyed archive") }
    self.objects = objects
    guard case .dictionary(let names, let values) = Self.member("$top", of: list.top, nodes) else {
      throw ArchiveError("it is no keyed archive")
    }
    let place = names.firstIndex { list.nodes[$0] == .string("root") } ?? names.startIndex
    guard values.indices.contains(place) else { throw ArchiveError("it has no root") }
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

  private static func member(
    _ name: String,
    of node: Int,
    _ nodes: [PropertyListNode]
  ) -> PropertyListNode? {
    guard case .dictionary(let keys, let values) = nodes[node],
      let place = keys.firstIndex(where: { nodes[$0] == .string(name) }),
      values.indices.contains(place)
    else { return nil }
    return nodes[values[place]]
  }

  /// The object that was archived; nil where that is nil, or missing.
  public var root: ArchivedObject? { object(rootNode) }

  /// The object at a node, or that it refers to; nil for `$null` and for what is not there.
  func object(_ node: Int) -> ArchivedObject? {
    var node = node
    if case .reference(let place) = nodes[node] {
      guard objects.indices.contains(place) else { return nil }
      node = objects[place]
    }
    switch nodes[node] {
    // What is referred to is no reference itself.
    case .null, .string("$null"), .reference: return nil
    default: return ArchivedObject(archive: self, node: node)
    }
  }

  /// The node of a member of the object at a node; nil where there is none.
  func member(_ key: String, of node: Int) -> Int? {
    if let named = places[node] { return named[key] }
    guard case .dictionary(let keys, let values) = nodes[node],
      let place = keys.firstIndex(where: { nodes[$0] == .string(key) }),
      values.indices.contains(place)
    else { return nil }
    return values[place]
  }

  /// What stands at a node.
  func content(_ node: Int) -> PropertyListNode { nodes[node] }
}

/// An object of a keyed archive, or a plain value in one.
public struct ArchivedObject: Hashable, Sendable {
  private let archive: KeyedArchive
  private let node: Int

  init(archive: KeyedArchive, node: Int) {
    self.archive = archive
    self.node = node
  }

  /// Whether both are the same object, not merely equal ones.
  public static func == (left: ArchivedObject, right: ArchivedObject) -> Bool {
    left.archive === right.archive && left.node == right.node
  }

  /// Hashes what tells objects apart.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(node)
  }

  var content: PropertyListNode { archive.content(node) }

  /// The name of the object's class; nil for plain values.
  public var className: String? {
    guard let type = self["$class"], case .string(let name)? = type["$classname"]?.content else {
      return nil
    }
    return name
  }

  /// What the object keeps under `key`.
  public subscript(key: String) -> ArchivedObject? {
    archive.member(key, of: node).flatMap(archive.object)
  }

  /// The elements of the list under `key`; nil where none is there. Those that are nil are nil here.
  func list(_ key: String) -> [ArchivedObject?]? {
    guard case .array(let elements)? = self[key]?.content else { return nil }
    return elements.map(archive.object)
  }
}
