#if SwiftData
  import Martlet

  /// Follows key paths from a record to its values.
  enum MemberPath {
    /// The property at the end of a key path.
    static func operand(_ root: Operand, _ keyPath: AnyKeyPath) throws -> Operand {
      let members = KeyPathNames(keyPath).members
      guard !members.isEmpty else { return root }
      return try members.reduce(root) { try next($0, $1) }
    }

    private static func next(_ operand: Operand, _ member: Substring) throws -> Operand {
      switch operand {
      case .record(let path, let model):
        if let property = model.property(member: member) { return property.operand(path) }
        throw SwiftDataError.unsavedProperty(model, member)
      case .composite(let path, let fields):
        guard member.isName, let field = fields.field(named: member) else {
          throw SwiftDataError.unsavedField(fields, member)
        }
        let path = path + QueryText(".`" + field.name + "`")
        return field.coding.composite.map { .composite(path, $0) } ?? .text(path)
      case .members(_, let model, _): throw SwiftDataError.toManyPath(model)
      case .encoded(let name): throw SwiftDataError.encodedProperty(name)
      case .text, .value, .comparison: throw SwiftDataError.valueProperty(member)
      }
    }
  }

  extension ModelProperty {
    /// The property of the record at a path.
    func operand(_ path: QueryText) -> Operand {
      let path = path + QueryText(".`" + name + "`")
      switch kind {
      case .attribute(let coding):
        if let fields = coding.composite { return .composite(path, fields) }
        return coding.isEncoded || isEphemeral ? .encoded(name) : .text(path)
      case .toOne(let type, _): return .record(path, ModelClass.of(type))
      case .toMany(let type, _): return .members(path, ModelClass.of(type), filter: [])
      }
    }
  }
#endif
