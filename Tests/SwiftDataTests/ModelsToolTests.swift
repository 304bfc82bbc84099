#if SwiftData
  import Foundation
  import SwiftData
  import TestSupport
  import Testing

  /// `martlet-models`, and the command that uses it.
  @Suite struct ModelsToolTests {
    private static let apps = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Apps").path

    /// The declarations for the models in a file of `Apps`.
    private static func declarations(_ name: String) throws -> String {
      try declarations(at: "\(apps)/\(name)")
    }

    private static func declarations(at path: String) throws -> String {
      let tool = URL(fileURLWithPath: BuiltCommand.path).deletingLastPathComponent()
        .appendingPathComponent("martlet-models").path
      let result = try BuiltCommand.runShell("'\(tool)' -- '\(path)'")
      #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
      return result.output
    }

    @Test func aModelLayer() throws {
      #expect(
        try Self.declarations("BudgetApp.swift") == """
          enum Rhythm {
            weekly
            monthly
            yearly
          }

          // enum Importance: low = 1, normal, high

          struct Shop {
            name: String
            city: String?
          }

          model Envelope {
            name: String
            limit: Double
            rhythm: Rhythm = .monthly
            importance: Int = 2
            opened: Date = now
            tags: [String] = []
            payments: [Payment] cascade inverse envelope
            spent = sum(payments.total)
            remaining = limit - spent
            status = if remaining < 0 then "over" else if remaining > limit * 0.1 then "fine" else "close"
            days = if rhythm == "weekly" then 7 else if rhythm == "monthly" then 30 else 365
            isPressing = importance == 3 and rhythm != "yearly"
            largest = max(payments.amount)
            returns = count(payments where amount < 0)
            heading = name + ": " + status
            check limit > 0 else "invalid limit"
            check ! (name == "") else "empty name"
            unique (name, rhythm)
            index (limit)
            index (name, limit)
            // no equivalent: summary = payments.map(\\.note).joined(separator: ", ")
          }

          model Payment {
            note: String
            amount: Double
            count: Int
            shop: Shop?
            envelope: Envelope?
            total = amount * count
            check count > 0 else "the count is positive"
          }

          """
      )
    }

    @Test func theNewestVersion() throws {
      #expect(
        try Self.declarations("WorkoutApp.swift") == """
          // TrainingV2.Session
          model Session {
            title: String
            started: Date
            ended: Date?
            minutes: Int
            laps: [Lap] cascade inverse session
            isFinished = ended != nil
            isLate = if ended != nil then ended < started else started < now
            distance = sum(laps.meters)
            year = year(started)
            // no equivalent: snapshot = Snapshot(title: title, distance: distance)
          }

          // TrainingV2.Lap
          model Lap {
            meters: Double
            session: Session?
          }

          """
      )
    }

    @Test func whatHasNoEquivalentIsLeftOut() throws {
      let folder = try TemporaryFolder()
      let file = folder.file("Invoice.swift")
      let source = #"""
        @Model final class Invoice {
          var gross: Double
          var tax: Double
          var year: Int
          var month: Int
          var isPublished: Bool
          var doubled: Double {
            let net = gross-tax
            return net*2
          }
          var code: String { "\(year)\(month)" }

          func validate() throws {
            guard gross > 0 else { throw InvoiceError.noAmount }
            guard isPublished else { return }
            guard tax > 0 else { throw InvoiceError.noTax }
          }

          func check() throws {
            if month > 12 {
              if year == 0 { return }
              throw InvoiceError.noMonth
            }
          }
        }
        """#
      try source.write(toFile: file, atomically: true, encoding: .utf8)
      let text = try Self.declarations(at: file)
      #expect(text.contains("doubled = (gross - tax) * 2"), "\(text)")
      #expect(text.contains("no equivalent: code"), "\(text)")
      #expect(text.contains("check gross > 0") && !text.contains("tax > 0"), "\(text)")
      #expect(!text.contains("month > 12"), "\(text)")
    }

    @Test func inheritedPropertiesAreKnown() throws {
      let folder = try TemporaryFolder()
      let file = folder.file("Animals.swift")
      let source = """
        @Model class Animal {
          var legs: Int = 4
        }
        @Model final class Dog: Animal {
          var barks: Bool = true
          var isLoud: Bool { barks && legs > 3 }
        }
        """
      try source.write(toFile: file, atomically: true, encoding: .utf8)
      let text = try Self.declarations(at: file)
      #expect(text.contains("model Dog: Animal {"), "\(text)")
      #expect(text.contains("isLoud = barks and legs > 3"), "\(text)")
    }

    @Test func aFolder() throws {
      let models = try Self.declarations("").split(separator: "\n").filter {
        $0.hasPrefix("model ")
      }
      #expect(models.count >= 9)
    }

    @Test func theShellShowsComputedProperties() throws {
      let folder = try TemporaryFolder()
      let store = folder.file("budget.store")
      let context = ModelContext(
        try ModelContainer(
          for: Envelope.self,
          configurations: ModelConfiguration(url: URL(fileURLWithPath: store))
        )
      )
      let food = Envelope(name: "Food", limit: 100)
      try food.save(in: context)
      food.payments = [Payment("Market", amount: 20, count: 2), Payment("Bakery", amount: 55)]
      try context.save()
      let result = try BuiltCommand.run(
        store,
        "--models",
        "\(Self.apps)/BudgetApp.swift",
        "-m",
        "csv",
        "-c",
        "fetch Envelope select name, spent, status, days, heading, isPressing"
      )
      #expect(result.errors.isEmpty)
      #expect(
        result.output == """
          name,spent,status,days,heading,isPressing
          Food,95.0,close,30,Food: close,false

          """
      )
    }
  }
#endif
