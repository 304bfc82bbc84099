import Model

/// Finds the records that a statement selects.
extension ReferenceState {
  /// The records that fulfil the condition of a selection, whatever its limit.
  func all(_ selection: Selection, in world: World) -> [RecordID] {
    ids(of: selection.kind, in: world).filter { id in
      guard let condition = selection.condition else { return true }
      return holds(condition, RecordView(world: world, state: self, id: id))
    }
  }

  private func holds(_ condition: Selection.Condition, _ record: RecordView) -> Bool {
    switch condition {
    case .ids(let ids): ids.contains(record.id)
    case .less(let name, let limit): record.number(name).map { $0 < limit } ?? false
    case .equal(let name, let value): record.value(name) == value
    case .related(let link, let name, let value):
      (record.one(link)?.value(name) ?? .null) == value
    case .more(let name, let count): record.all(name).count > count
    case .none(let link): record.one(link) == nil
    }
  }
}

extension RecordView: Equatable {
  static func == (left: RecordView, right: RecordView) -> Bool { left.id == right.id }
}
