#if SwiftData
  import Foundation
  import Model

  /// The identity of a record.
  ///
  /// It can be sent to other tasks and encoded. An object that is not yet saved has a temporary
  /// identity, which stays valid in its context.
  public struct PersistentIdentifier: Hashable, Sendable, Identifiable {
    enum Key: Hashable, Sendable {
      case saved(RecordID)
      /// The key of a ``DataStore``, as it is encoded.
      case external(store: String, PrimaryKey)
      case temporary(UUID)
    }

    enum PrimaryKey: Hashable, Sendable {
      case number(Int64)
      case text(String)
    }

    /// The name of the model.
    public let entityName: String
    let key: Key

    /// The identity.
    public var id: PersistentIdentifier { self }

    /// The identifier of the store, or nil if the object is not yet saved.
    public var storeIdentifier: String? {
      switch key {
      case .saved(let id): id.entity
      case .external(let store, _): store
      case .temporary: nil
      }
    }

    /// Whether the object is not yet saved.
    public var isTemporary: Bool {
      if case .temporary = key { true } else { false }
    }

    /// The identity of a record that a ``DataStore`` keeps.
    public static func identifier(
      for storeIdentifier: String,
      entityName: String,
      primaryKey: some Codable & Comparable & Hashable & Sendable
    ) throws -> PersistentIdentifier {
      PersistentIdentifier(
        entityName: entityName,
        key: .external(store: storeIdentifier, try PrimaryKey(encoding: primaryKey))
      )
    }

    var record: RecordID? {
      if case .saved(let id) = key { id } else { nil }
    }
  }

  extension PersistentIdentifier.PrimaryKey: Codable {
    /// A number or a string as it is, and other keys as JSON.
    init(encoding key: some Encodable) throws {
      // A fragment cannot be at the top in older encoders.
      let text = String(decoding: try JSONEncoder().encode([key]), as: UTF8.self)
      let plain = try? JSONDecoder().decode([Self].self, from: Data(text.utf8)).first
      self = plain ?? .text(String(text.dropFirst().dropLast()))
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int64.self) {
        self = .number(number)
      } else {
        self = .text(try container.decode(String.self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .number(let number): try container.encode(number)
      case .text(let text): try container.encode(text)
      }
    }
  }

  extension PersistentIdentifier: Codable {
    private enum EnvelopeKey: String, CodingKey {
      case implementation
    }

    private enum Field: String, CodingKey {
      case entityName, isTemporary, primaryKey, record, storeIdentifier
    }

    /// Reads an identity. It is encoded as on Apple's systems, except for the records of files.
    public init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: EnvelopeKey.self)
        .nestedContainer(keyedBy: Field.self, forKey: .implementation)
      entityName = try fields.decode(String.self, forKey: .entityName)
      if let record = try fields.decodeIfPresent(RecordID.self, forKey: .record) {
        key = .saved(record)
      } else if let store = try fields.decodeIfPresent(String.self, forKey: .storeIdentifier) {
        key = .external(store: store, try fields.decode(PrimaryKey.self, forKey: .primaryKey))
      } else {
        key = .temporary(try fields.decode(UUID.self, forKey: .primaryKey))
      }
    }

    /// Writes the identity.
    public func encode(to encoder: any Encoder) throws {
      var envelope = encoder.container(keyedBy: EnvelopeKey.self)
      var fields = envelope.nestedContainer(keyedBy: Field.self, forKey: .implementation)
      try fields.encode(entityName, forKey: .entityName)
      try fields.encode(isTemporary, forKey: .isTemporary)
      switch key {
      case .saved(let record): try fields.encode(record, forKey: .record)
      case .external(let store, let key):
        try fields.encode(store, forKey: .storeIdentifier)
        try fields.encode(key, forKey: .primaryKey)
      case .temporary(let id): try fields.encode(id, forKey: .primaryKey)
      }
    }
  }

  extension PersistentIdentifier: Comparable {
    /// Orders identities; saved records come before unsaved ones.
    public static func < (left: PersistentIdentifier, right: PersistentIdentifier) -> Bool {
      let (a, b) = (left.order, right.order)
      return (a.kind, a.name, a.number, a.text) < (b.kind, b.name, b.number, b.text)
    }

    private var order: (kind: Int, name: String, number: Int64, text: String) {
      switch key {
      case .saved(let id):
        if case .number(let number) = id.key { return (0, id.entity, number, "") }
        return (0, id.entity, 0, id.description)
      case .external(let store, .number(let number)): return (1, store, number, entityName)
      case .external(let store, .text(let text)): return (2, store, 0, text)
      case .temporary(let id): return (3, "", 0, id.uuidString)
      }
    }
  }
#endif
