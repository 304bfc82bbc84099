/// The lessons as scripts of the language, which ``LessonScript`` reads.
package enum LessonTexts {
  /// All of them, in the order in which they are numbered.
  static let all = [
    firstFetch, predicates, strings, logic, paths, aggregates, sorting, groups, models, history,
  ]
}
