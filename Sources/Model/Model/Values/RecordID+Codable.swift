/// Encodes an identity as its literal `Budget#3` if the key is a number, otherwise with the values
/// of the key.
extension RecordID: Codable {
  private enum CodingKeys: String, CodingKey {
    case entity
    case key
  }

  /// Reads what ``encode(to:)`` wrote.
  public init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      guard let id = RecordID(literal: text) else {
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: decoder.codingPath,
            debugDescription: "\(text.debugDescription) is not an identity such as Budget#3"
          )
        )
      }
      self = id
    } else {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      self.init(
        entity: try container.decode(String.self, forKey: .entity),
        key: .values(try container.decode([Value].self, forKey: .key))
      )
    }
  }

  /// Writes the identity.
  public func encode(to encoder: any Encoder) throws {
    switch key {
    case .number:
      var container = encoder.singleValueContainer()
      try container.encode(description)
    case .values(let values):
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(entity, forKey: .entity)
      try container.encode(values, forKey: .key)
    }
  }

  /// The identity of a literal such as `Budget#3`; nil if it is not one.
  public init?(literal text: String) {
    guard let sign = text.lastIndex(of: "#"), sign != text.startIndex,
      let number = Int64(text[text.index(after: sign)...])
    else { return nil }
    self.init(entity: String(text[..<sign]), key: .number(number))
  }
}
