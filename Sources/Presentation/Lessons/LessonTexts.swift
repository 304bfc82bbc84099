/// The lesson files, which the build embeds. See ``LessonScript``.
package enum LessonTexts {
  /// All lessons, in order.
  static let all = [
    PackageResources.first_lesson,
    PackageResources.predicates_lesson,
    PackageResources.strings_lesson,
    PackageResources.logic_lesson,
    PackageResources.paths_lesson,
    PackageResources.aggregates_lesson,
    PackageResources.sorting_lesson,
    PackageResources.groups_lesson,
    PackageResources.models_lesson,
    PackageResources.history_lesson,
    PackageResources.past_lesson,
  ].map { String(decoding: $0, as: UTF8.self) }
}
