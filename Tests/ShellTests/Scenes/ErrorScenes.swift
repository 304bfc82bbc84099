import Testing

/// Scenes at the prompt with errors, on the built command.
@Suite struct ErrorScenes {
  @Test("Scene 4: an unknown entity is underlined, and the nearest is named")
  func unknownEntity() throws {
    let shell = try ShellSession("--demo")
    let screen = shell.run("fetch Budgte")
    #expect(
      screen.contains(
        """
        error: no model is named `Budgte`
          1 | fetch Budgte
            |       ^^^^^^
        help: did you mean `Budget`?
        """
      )
    )
  }

  @Test("Scene 5: a type error names the attribute, its type and what fits")
  func typeError() throws {
    let shell = try ShellSession("--demo")
    let screen = shell.run("fetch Budget where limit ~ \"x\"")
    #expect(screen.contains("error: `~` cannot compare Double with String"))
    #expect(screen.contains("\n  1 | fetch Budget where limit ~ \"x\"\n"))
    #expect(screen.contains("----- ^ --- this is String"))
    #expect(screen.contains("this is Double"))
    #expect(screen.contains("help: operators for Double: `==` `!=` `<`"))
  }

  @Test("Scene 6: an unknown attribute is an error, never an empty table")
  func unknownAttribute() throws {
    let shell = try ShellSession("--demo")
    let screen = shell.run("fetch Budget where nme == 1")
    #expect(screen.contains("error: Budget has no attribute `nme`"))
    #expect(screen.contains("did you mean `name`?"))
    #expect(!screen.contains("rows") && !screen.contains("╭"))
  }
}
