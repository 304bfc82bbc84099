#if SwiftData
  extension SwiftDataError {
    static func predicate(_ form: String) -> SwiftDataError {
      SwiftDataError(.unsupportedPredicate, "a predicate cannot use \(form)")
    }

    static func unsavedProperty(_ model: ModelClass, _ member: Substring) -> SwiftDataError {
      let advice = "help: fetch the objects and filter or sort them in Swift, or save the value"
      switch model.unsaved[member] {
      case .computed(let name):
        return SwiftDataError(
          .unsupportedKeyPath,
          "`\(name)` of \(model.name) is computed; a store knows only saved properties\n\(advice)"
        )
      case .transient(let name):
        return SwiftDataError(
          .unsupportedKeyPath,
          "`\(name)` of \(model.name) is transient; a store knows only saved properties\n\(advice)"
        )
      case nil:
        let known = model.storedProperties.map { "`\($0.name)`" }.joined(separator: ", ")
        return SwiftDataError(
          .unsupportedKeyPath,
          "this key path is not to a saved property of \(model.name), which has \(known)\n\(advice)"
        )
      }
    }

    static func unsavedField(_ fields: StructFields, _ member: Substring) -> SwiftDataError {
      let known = fields.fields.map { "`\($0.name)`" }.joined(separator: ", ")
      let name = member.isName ? "`\(member)`" : "a computed property"
      return SwiftDataError(
        .unsupportedKeyPath,
        "\(name) is not a saved field of \(fields.name), which has \(known)"
      )
    }

    static func encodedProperty(_ name: String) -> SwiftDataError {
      SwiftDataError(
        .unsupportedPredicate,
        "`\(name)` is encoded as a whole, so that a store cannot look into it\n"
          + "help: make it a struct of plain values, or fetch the objects and filter them in Swift"
      )
    }

    static func toManyPath(_ model: ModelClass) -> SwiftDataError {
      SwiftDataError(
        .unsupportedKeyPath,
        "a key path cannot lead through many \(model.name) objects\n"
          + "help: use `contains { … }`, `allSatisfy { … }` or `filter { … }.count`"
      )
    }

    static func valueProperty(_ member: Substring) -> SwiftDataError {
      SwiftDataError(
        .unsupportedKeyPath,
        "a store cannot compute " + (member.isName ? "`\(member)`" : "this property")
          + " of a value"
      )
    }

    static func unsupportedSort(_ model: ModelClass, _ reason: String) -> SwiftDataError {
      SwiftDataError(.unsupportedSortDescriptor, "\(model.name) cannot be sorted by \(reason)")
    }

    static func unsupportedType(_ type: String) -> SwiftDataError {
      SwiftDataError(.loadIssueModelContainer, "\(type) must be Codable to be saved")
    }

    static func needsDefault(_ property: ModelProperty, _ model: ModelClass) -> SwiftDataError {
      SwiftDataError(
        .loadIssueModelContainer,
        "`\(model.name).\(property.name)` has no value if \(property.valueType) does not know the "
          + "one in the store\nhelp: give it a default value, or make it optional"
      )
    }

    /// The error with the property that it is about.
    func of(_ property: ModelProperty, _ model: ModelClass) -> SwiftDataError {
      SwiftDataError(
        .loadIssueModelContainer,
        "`\(model.name).\(property.name)`: " + description.dropping("error: ")
      )
    }

    static func storeDoesNotFit(_ name: String, _ differences: [String]) -> SwiftDataError {
      let shown = differences.prefix(20).map { "  \($0)" }
      let rest = differences.count > 20 ? ["  … \(differences.count - 20) more"] : []
      return SwiftDataError(
        .unknownDataStoreSchema,
        "the store `\(name)` does not fit the models\n" + (shown + rest).joined(separator: "\n")
          + "\nhelp: it can only be read; change the classes, or name properties as the store does"
      )
    }

    /// The migration of a native store failed.
    static func migrationFailed(_ reason: any Error, hasPlan: Bool) -> SwiftDataError {
      SwiftDataError(
        .loadIssueModelContainer,
        "the store does not fit the models\n" + "\(reason)".dropping("error: ") + "\n"
          + (hasPlan
            ? "help: the stage to this version must be `.custom` and remove what prevents it"
            : "help: describe the old and the new models as a VersionedSchema each, and pass a "
              + "SchemaMigrationPlan with both and a stage between them")
      )
    }

    static func missingInverse(_ model: ModelClass, _ property: String) -> SwiftDataError {
      SwiftDataError(
        .loadIssueModelContainer,
        "the inverse of `\(model.name).\(property)` is not a relationship that references "
          + "\(model.name)\nhelp: name the property of the other class that references this one"
      )
    }

    static func unknownHistory(_ type: String) -> SwiftDataError {
      SwiftDataError(
        .invalidTransactionFetchRequest,
        "the history has no transactions of type \(type)\n"
          + "help: use HistoryDescriptor<DefaultHistoryTransaction>"
      )
    }

    static func inTwoConfigurations(
      _ model: ModelClass,
      _ first: String,
      _ second: String
    ) -> SwiftDataError {
      SwiftDataError(
        .duplicateConfiguration,
        "\(model.name) is in the configurations `\(first)` and `\(second)`\n"
          + "help: a model has one store; related models must be in the same configuration"
      )
    }

    static func notInContainer(_ model: ModelClass, _ configuration: String) -> SwiftDataError {
      SwiftDataError(
        .configurationSchemaNotFoundInContainerSchema,
        "the configuration `\(configuration)` has \(model.name), and the container does not\n"
          + "help: add \(model.name).self to the models of the container"
      )
    }

    static func sameStore(_ first: String, _ second: String) -> SwiftDataError {
      SwiftDataError(
        .duplicateConfiguration,
        "the configurations `\(first)` and `\(second)` have the same store\n"
          + "help: put the models of both in the schema of one of them"
      )
    }

    static func newerStore(_ version: Int, _ known: Int) -> SwiftDataError {
      SwiftDataError(
        .backwardMigration,
        "the store has version \(version) of the models, and the migration plan ends with "
          + "version \(known)\nhelp: open it with the newer program"
      )
    }

    static func noConfiguration(_ models: [ModelClass]) -> SwiftDataError {
      let names = models.map(\.name).joined(separator: ", ")
      return SwiftDataError(
        .configurationSchemaNotFoundInContainerSchema,
        "no configuration has a schema with \(names.isEmpty ? "the models" : names)\n"
          + "help: pass `schema: Schema([…])` to all configurations but one"
      )
    }

    static func unknownModel(_ name: String, _ schema: Schema) -> SwiftDataError {
      let known = schema.classes.map(\.name).joined(separator: ", ")
      return SwiftDataError(
        .unknownSchema,
        "\(name) is not a model of this container, which has \(known)\n"
          + "help: add \(name).self to the models of the container"
      )
    }
  }
#endif
