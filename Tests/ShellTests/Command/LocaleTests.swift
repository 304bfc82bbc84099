import TestSupport
import Testing

/// Answers do not depend on the user's locale. Release commands have the data of one only.
@Suite struct LocaleTests {
  private static let statements = [
    "= String(Date(\"2024-05-06T07:08:09Z\"), \"EEEE d. MMMM yyyy HH:mm\")",
    "= String(Date(\"2024-12-30\"), \"yyyy-'W'ww\")", "= Date(\"06.05.2024\", \"dd.MM.yyyy\")",
    "= 1234567.5", "= Double(\"1234.5\")", "= upper(\"iı straße\") + lower(\"IİÅ\")",
    "= capitalized(\"ijssel øst\")", "= \"I\" contains[c] \"i\"", "= \"Ångström\" ~ \"angs\"",
    "model Word { text: String }",
    "insert Word [{ text: \"z\" }, { text: \"ö\" }, { text: \"o\" }, { text: \"å\" }, { text: \"10\" }, { text: \"9\" }]",
    "fetch Word select text sort text", "explain fetch Word where text > \"o\"",
  ]

  private func output(_ locale: String, _ timeZone: String) throws -> BuiltCommand.Result {
    try BuiltCommand.run(
      ["--timezone", timeZone] + Self.statements.flatMap { ["-c", $0] },
      environment: [
        "LANG": locale, "LC_ALL": locale, "LANGUAGE": locale, "TZ": "America/St_Johns",
      ]
    )
  }

  @Test(arguments: ["sv_SE.UTF-8", "tr_TR.UTF-8", "ar_EG.UTF-8", "th_TH.UTF-8"])
  func answersAreThoseOfEveryLocale(locale: String) throws {
    let usual = try output("C.UTF-8", "Asia/Kolkata")
    #expect(usual.errors == "")
    #expect(usual.output.contains("Monday 6. May 2024 07:08"), "\(usual.output)")
    let other = try output(locale, "Asia/Kolkata")
    #expect((other.output, other.errors) == (usual.output, usual.errors))
  }
}
