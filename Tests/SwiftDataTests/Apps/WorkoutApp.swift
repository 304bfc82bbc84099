#if SwiftData
  import Foundation
  import SwiftData

  // The model layer of a workout app: two versions of its models and a plan that migrates them.

  enum TrainingV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Session.self] }

    @Model final class Session {
      var title: String
      var started: Date
      var minutes: Int

      init(title: String, started: Date, minutes: Int) {
        self.title = title
        self.started = started
        self.minutes = minutes
      }
    }
  }

  enum TrainingV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Session.self, Lap.self] }

    @Model final class Session {
      var title: String
      var started: Date
      var ended: Date?
      var minutes: Int
      @Relationship(deleteRule: .cascade, inverse: \Lap.session) var laps: [Lap] = []

      init(title: String, started: Date, minutes: Int = 0) {
        self.title = title
        self.started = started
        self.minutes = minutes
      }
    }

    @Model final class Lap {
      var meters: Double
      var session: Session?

      init(meters: Double) { self.meters = meters }
    }
  }

  typealias TrainingSession = TrainingV2.Session
  typealias Lap = TrainingV2.Lap

  extension TrainingV2.Session {
    var isFinished: Bool { ended != nil }

    var isLate: Bool {
      guard let ended else { return started < Date() }
      return ended < started
    }

    var distance: Double { laps.reduce(0) { $0 + $1.meters } }
    var year: Int { Calendar.current.component(.year, from: started) }

    static var mostRecent: FetchDescriptor<TrainingSession> {
      var descriptor = FetchDescriptor<TrainingSession>(
        sortBy: [SortDescriptor(\.started, order: .reverse)]
      )
      descriptor.fetchLimit = 1
      return descriptor
    }

    /// A copy for other tasks.
    var snapshot: Snapshot { Snapshot(title: title, distance: distance) }

    struct Snapshot: Codable, Equatable, Sendable {
      var title: String
      var distance: Double
    }
  }

  enum TrainingPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [TrainingV1.self, TrainingV2.self] }
    static var stages: [MigrationStage] { [addEnd] }

    static let addEnd = MigrationStage.custom(
      fromVersion: TrainingV1.self,
      toVersion: TrainingV2.self,
      willMigrate: { context in
        for session in try context.fetch(FetchDescriptor<TrainingV1.Session>())
        where session.title.isEmpty { context.delete(session) }
        try context.save()
      },
      didMigrate: { context in
        for session in try context.fetch(FetchDescriptor<TrainingV2.Session>()) {
          session.ended = session.started.addingTimeInterval(Double(session.minutes) * 60)
        }
        try context.save()
      }
    )
  }
#endif
