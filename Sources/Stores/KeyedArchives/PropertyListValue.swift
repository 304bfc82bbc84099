package import Foundation

/// A value in a binary property list that is not an archive, such as a store's metadata.
package struct PropertyListValue: Sendable {
  private let nodes: [PropertyListNode]
  private let node: Int

  /// Reads a property list.
  package init(_ data: Data) throws(FormatError) {
    let list = try PropertyListReader(data)
    self.init(nodes: list.nodes, node: list.top)
  }

  private init(nodes: [PropertyListNode], node: Int) {
    self.nodes = nodes
    self.node = node
  }

  /// The value for `key`; nil if there is none or this is not a dictionary.
  package subscript(key: String) -> PropertyListValue? {
    pairs?.first { $0.key == key }?.value
  }

  /// The keys and values of a dictionary in stored order; nil for other values.
  package var pairs: [(key: String, value: PropertyListValue)]? {
    guard case .dictionary(let keys, let values) = nodes[node] else { return nil }
    return zip(keys, values).compactMap { key, value in
      guard case .string(let name) = nodes[key] else { return nil }
      return (name, PropertyListValue(nodes: nodes, node: value))
    }
  }

  /// The elements of an array; nil for other values.
  package var elements: [PropertyListValue]? {
    guard case .array(let elements) = nodes[node] else { return nil }
    return elements.map { PropertyListValue(nodes: nodes, node: $0) }
  }

  /// The string; nil for other values.
  package var string: String? { if case .string(let text) = nodes[node] { text } else { nil } }

  /// The integer; nil for other values.
  package var integer: Int64? { if case .integer(let number) = nodes[node] { number } else { nil } }

  /// The data; nil for other values.
  package var data: Data? { if case .data(let data) = nodes[node] { data } else { nil } }
}
