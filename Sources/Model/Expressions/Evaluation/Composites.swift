public import Model

/// Builds composite values from their leaves.
public enum Composites {
  /// The nested object with the leaves in order; nil if all of them are nil.
  public static func object(_ leaves: [(names: [String], value: Value)]) -> Value {
    guard leaves.contains(where: { !$0.value.isNull }) else { return .null }
    return .object(fields(leaves, depth: 0))
  }

  private static func fields(
    _ leaves: [(names: [String], value: Value)],
    depth: Int
  ) -> [ObjectField] {
    var fields: [ObjectField] = []
    var rest = leaves[...]
    while let first = rest.first {
      let name = first.names[depth]
      let group = rest.prefix { $0.names[depth] == name }
      rest = rest.dropFirst(group.count)
      if first.names.count == depth + 1 {
        fields.append(ObjectField(name, first.value))
      } else {
        let isEmpty = group.allSatisfy(\.value.isNull)
        fields.append(
          ObjectField(name, isEmpty ? .null : .object(self.fields(Array(group), depth: depth + 1)))
        )
      }
    }
    return fields
  }
}
