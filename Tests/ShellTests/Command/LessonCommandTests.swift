import Foundation
import Lessons
import Session
import TestSupport
import Testing

/// `.lesson` in non-interactive runs.
@Suite struct LessonCommandTests {
  @Test func aLessonIsPrintedWithItsSolutions() throws {
    let result = try BuiltCommand.run(input: ".lesson 3")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    let output = result.output
    #expect(output.hasPrefix("Lesson 3: Strings and ~\n\n"))
    #expect(output.contains("\nTask 1 of 4: Find the budgets with \"ca\""))
    #expect(output.contains("\nhint: Use the operator `~`.\n"))
    #expect(output.contains("\n> fetch Budget where name ~ \"ca\"\n╭"))
    #expect(output.contains("\n3 rows\n"))
    let prose = output.split(separator: "\n").filter { !"╭│├╰>".contains($0.prefix(1)) }
    #expect(prose.allSatisfy { $0.count <= 80 })
  }

  @Test func aTaskIsPrintedAlone() throws {
    let result = try BuiltCommand.run("-c", ".lesson 10 2")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(result.output.hasPrefix("Lesson 10: Undo and history\n\nTask 2 of 5:"))
    #expect(!result.output.contains("Task 3") && result.output.contains("1600"))
  }

  @Test func allLessonsArePrinted() throws {
    let result = try BuiltCommand.run("-m", "csv", "-c", ".lesson all", "-c", ".stores")
    // `diff` counts the changes there.
    #expect(result.status == 0 && result.errors == "1 deleted, 1 updated\n", "\(result.errors)")
    for (index, lesson) in Lesson.all.enumerated() {
      #expect(result.output.contains("Lesson \(index + 1): \(lesson.title)\n"))
      for statement in lesson.tasks.flatMap(\.solution) {
        #expect(result.output.contains("\n> \(statement)\n"))
      }
    }
    #expect(!result.output.hasSuffix("lesson"))
  }

  @Test func noStoreIsChanged() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("own.store")
    let own =
      "model Budget { name: String }\ninsert Budget name: \"Mine\"\nbegin\ninsert Budget name: \"Too\"\n"
    let script = own + ".lesson models\nfetch Budget\n.stores\nsave\n"
    let result = try BuiltCommand.run(path, "-m", "csv", input: script)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("\nname\nMine\nToo\n"), "\(result.output)")
    #expect(
      result.output.split(separator: "\n").last?.hasPrefix("own,") == true,
      "\(result.output)"
    )
  }

  @Test func lessonsAreListed() throws {
    let result = try BuiltCommand.run("-m", "csv", "-c", ".lesson")
    let lines = result.output.split(separator: "\n")
    #expect(lines.first == "lesson,name,tasks,done,about" && lines.count == Lesson.all.count + 1)
    #expect(lines[2] == "2,predicates,4,0,Predicates and nil")
  }

  @Test(arguments: [
    (".lesson strngs", "there is no lesson `strngs`", "did you mean `strings`?"),
    (".lesson 0", "there is no lesson `0`", "`.lesson` lists them"),
    (".lesson 3 9", "the lesson has the tasks 1 to 4", ""),
    (".lesson predicates x", "the lesson has the tasks 1 to 4", ""),
    (".lesson hint", "no lesson is in progress", "`.lesson 1` starts the first"),
    (".lesson stop now", "usage: .lesson", ""),
    (".lesson 1 2 3", "usage: .lesson", ""),
    (".l", "could be", "`.lesson`"),
  ])
  func errorsAreReported(text: String, message: String, help: String) throws {
    let result = try BuiltCommand.run("-c", text)
    #expect(result.status == 1)
    #expect(
      result.errors.contains(message) && (help.isEmpty || result.errors.contains(help)),
      "\(result.errors)"
    )
  }

  @Test func lessonsFollowTheOutput() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lesson.txt")
    let script = ".once \(path)\n.lesson 1\n= 42\n"
    let result = try BuiltCommand.run(input: script)
    #expect(result.output == "42\n" && result.errors.isEmpty, "\(result.output)")
    #expect(try folder.text("lesson.txt").hasPrefix("Lesson 1: "))
    #expect(try folder.text("lesson.txt").contains("Task 4 of 4:"))
  }

  @Test func safeModeHasLessons() throws {
    let result = try BuiltCommand.run("--safe", "-c", ".lesson history", "-c", ".help lesson")
    #expect(result.status == 0 && result.output.contains("Lesson 10: "), "\(result.errors)")
  }
}
