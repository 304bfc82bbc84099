public import Foundation

/// A value of a binary property list that is no archive, such as the metadata of a store.
public struct PropertyListValue: Sendable {
  private let nodes: [PropertyListNode]
  private let node: Int

  /// Reads a list; throws where it is damaged.
  public init(_ data: Data) throws(ArchiveError) {
    let list = try PropertyListReader(data)
    self.init(nodes: list.nodes, node: list.top)
  }

  private init(nodes: [PropertyListNode], node: Int) {
    self.nodes = nodes
    self.node = node
  }

  /// What a dictionary has under `key`; nil where there is nothing.
  public subscript(key: String) -> PropertyListValue? {
    pairs?.first { $0.key == key }?.value
  }

  /// The keys and values of a dictionary; nil for anything else. Values are in the order of the list.
  public var pairs: [(key: String, value: PropertyListValue)]? {
    guard case .dictionary(let keys, let values) = nodes[node] else { return nil }
    return zip(keys, values).compactMap { key, value in
      guard case .string(let name) = nodes[key] else { return nil }
      return (name, PropertyListValue(nodes: nodes, node: value))
    }
  }

  /// The elements of an array; nil for anything else.
  public var elements: [PropertyListValue]? {
    guard case .array(let elements) = nodes[node] else { return nil }
    return elements.map { PropertyListValue(nodes: nodes, node: $0) }
  }

  /// The text; nil for anything else.
  public var string: String? { if case .string(let text) = nodes[node] { text } else { nil } }

  /// The whole number; nil for anything else.
  public var integer: Int64? { if case .integer(let number) = nodes[node] { number } else { nil } }

  /// The data; nil for anything else.
  public var data: Data? { if case .data(let data) = nodes[node] { data } else { nil } }
}
