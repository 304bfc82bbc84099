import Model

/// A statement that changes records.
indirect enum ChangeStatement {
  case insert(kind: String, [RecordText])
  case upsert(kind: String, key: [String]?, [RecordText])
  case update(Selection, [Assigned])
  case delete(Selection)
}

/// A record of an insert, with its fields in written order.
struct RecordText {
  var fields: [(name: String, value: FieldText)] = []

  func value(_ name: String) -> FieldText? { fields.first { $0.name == name }?.value }
}

/// The value of a field.
enum FieldText {
  case value(Value)
  /// New records.
  case records([RecordText])
  /// Records that are there; nil and none too.
  case links([LinkText])
}

/// Existing records.
enum LinkText {
  case record(RecordID, kind: String)
  case query(Selection)
}

/// The assignment of an update to one property.
struct Assigned {
  enum Operation: String {
    case set = "="
    case add = "+="
    case remove = "-="
  }

  enum Right {
    case field(FieldText)
    /// Another attribute.
    case attribute(String)
    /// `attribute + number`
    case sum(String, Int64)
    /// `number - attribute`
    case difference(Int64, String)
    /// The target of another to-one relationship of the record.
    case path(String)
  }

  let name: String
  let operation: Operation
  let right: Right
}

/// Some records of a kind.
struct Selection {
  enum Condition {
    case ids([RecordID])
    /// `attribute < number`; false for nil.
    case less(String, Int64)
    case equal(String, Value)
    /// `toOne.attribute == value`
    case related(String, String, Value)
    /// `count(toMany) > number`
    case more(String, Int)
    /// `toOne is nil`
    case none(String)
  }

  let kind: String
  var condition: Condition?
  var limit: Int?
}

/// One step of a random test.
struct Step {
  enum Action {
    case change(ChangeStatement)
    case begin
    case save
    case rollback
    case undo
    case redo
    case autosave(Bool)
  }

  /// Which of the contexts does it.
  let context: Int
  let action: Action
}
