#if SwiftData
  import Model
  import Storage

  /// The records that unsaved changes insert, update and delete.
  struct PendingRecords {
    private(set) var inserted: [RecordID] = []
    private(set) var updated: [RecordID] = []
    private(set) var deleted: [RecordID] = []

    init(_ events: [HistoryEvent]) {
      var order: [RecordID] = []
      var actions: [RecordID: RecordChange.Action] = [:]
      func note(_ record: RecordID, _ action: RecordChange.Action) {
        let known = actions[record]
        if known == nil { order.append(record) }
        switch (known, action) {
        case (.inserted, .updated), (.deleted, .updated): break
        // A new record that is deleted again was never there.
        case (.inserted, .deleted): actions[record] = nil
        case (.deleted, .inserted): actions[record] = .updated
        default: actions[record] = action
        }
      }
      for event in events {
        for selection in event.bulkInserts {
          for key in selection.keys.all {
            note(RecordID(entity: selection.entity, key: key), .inserted)
          }
        }
        for change in event.records { note(change.record, change.action) }
      }
      var seen: Set<RecordID> = []
      for record in order where seen.insert(record).inserted {
        switch actions[record] {
        case .inserted: inserted.append(record)
        case .updated: updated.append(record)
        case .deleted: deleted.append(record)
        case nil: break
        }
      }
    }
  }
#endif
