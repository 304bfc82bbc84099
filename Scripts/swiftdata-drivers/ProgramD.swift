import Foundation
import SwiftData
import Testing

@Test func theMostRecentWorkoutIsFound() throws {
  let container = try ModelContainer(
    for: Workout.self,
    migrationPlan: AppDataSchema.MigrationPlan.self,
    configurations: ModelConfiguration(isStoredInMemoryOnly: true)
  )
  let context = ModelContext(container)
  context.insert(Workout(name: "Run", started: Date(timeIntervalSince1970: 1000)))
  let built = Workout.Builder().with(context: context).build(from: Program(name: "Swim"))
  built.completeWorkout()
  try context.save()
  let recent = try ModelContext(container).fetch(Workout.Query.mostRecent)
  #expect(recent.map(\.name) == ["Swim"] && recent.allSatisfy(\.success))
  #expect(recent.first?.readOnly.name == built.readOnly.name)
}
