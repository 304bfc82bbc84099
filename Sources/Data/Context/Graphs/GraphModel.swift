import Model
import Storage

/// The properties of a model, with their columns in the root entity.
struct GraphModel {
  /// A stored or computed property.
  enum Member {
    case attribute(ValueShape)
    /// The index of the reference in the root's layout, and the destination model.
    case toOne(place: Int, RelationshipEnd, model: String)
    case toMany(RelationshipEnd, model: String)
    case computed
  }

  let name: String
  let root: String
  /// The members in declared order, anonymous ones last.
  let members: [(name: String, member: Member)]
  let places: [String: Int]

  init(_ entity: Entity, in schema: StoredSchema) throws(StoreError) {
    name = entity.name
    root = schema.declared.root(of: entity.name)
    let layout = try schema.layout(root)
    var members: [(name: String, member: Member)] = []
    for property in entity.properties {
      let stored = schema.declared.storedName(of: property.name, in: entity.name)
      let end = RelationshipEnd(entity: root, name: stored)
      switch property {
      case .attribute(let attribute):
        guard let shape = ValueShape(attribute.type, AttributePath([stored]), layout) else {
          continue
        }
        members.append((property.name, .attribute(shape)))
      case .relationship(let one) where one.isToMany:
        members.append((property.name, .toMany(end, model: one.destination)))
      case .relationship(let one):
        guard let place = layout.referencePlaces[stored] else { continue }
        members.append((property.name, .toOne(place: place, end, model: one.destination)))
      case .computed:
        members.append((property.name, .computed))
      }
    }
    self.members = members
    places = Dictionary(keepingFirst: members.enumerated().map { ($1.name, $0) })
  }
}

extension GraphModel {
  /// The relationships with their destination models.
  var ends: [(name: String, end: RelationshipEnd, model: String)] {
    members.compactMap { name, member in
      switch member {
      case .toOne(_, let end, let model), .toMany(let end, let model): (name, end, model)
      case .attribute, .computed: nil
      }
    }
  }
}

/// The columns that contain an attribute's value.
indirect enum ValueShape {
  /// A column of the root's layout.
  case scalar(place: Int, type: ValueType)
  case composite([(name: String, shape: ValueShape)], type: ValueType)

  init?(_ type: ValueType, _ path: AttributePath, _ layout: EntityLayout) {
    if case .composite(let composite) = type {
      let fields = composite.fields.compactMap { field in
        ValueShape(field.type, path.appending(field.name), layout).map { (field.name, $0) }
      }
      self = .composite(fields, type: type)
    } else if let place = layout.fieldPlaces[path] {
      self = .scalar(place: place, type: type)
    } else {
      return nil
    }
  }

  /// Builds the value from the layout's columns; nil for a struct of nils.
  func value(_ cell: (Int) -> Value) -> Value {
    switch self {
    case .scalar(let place, _): return cell(place)
    case .composite(let fields, _):
      let parts = fields.compactMap { name, shape -> ObjectField? in
        let value = shape.value(cell)
        return value.isNull ? nil : ObjectField(name, value)
      }
      return parts.isEmpty ? .null : .object(parts)
    }
  }
}

extension StoredSchema {
  /// Whether a graph lists the members of a to-many relationship because its inverse is not
  /// sufficient: if it is ordered, and at one end of many-to-many relationships.
  func listsMembers(at end: RelationshipEnd) throws(StoreError) -> Bool {
    let relationship = try relationship(end)
    guard relationship.isToMany else { return false }
    let inverse = try inverse(of: end)
    let back = try self.relationship(inverse)
    if relationship.isOrdered || !back.isToMany { return relationship.isOrdered }
    if back.isOrdered { return false }
    if relationship.isAnonymous != back.isAnonymous { return back.isAnonymous }
    return !inverse.isBefore(end)
  }
}
