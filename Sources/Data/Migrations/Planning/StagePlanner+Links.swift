import Columns
import Execution
import Expressions
import Model
import Storage

/// The existing links.
extension StagePlanner {
  /// A relationship with both of its ends.
  struct Pair {
    let first: RelationshipEnd
    let second: RelationshipEnd
    let firstSide: Relationship
    let secondSide: Relationship

    var isManyToMany: Bool { firstSide.isToMany && secondSide.isToMany }
    /// The same relationship, named from the other end.
    var turned: Pair {
      Pair(first: second, second: first, firstSide: secondSide, secondSide: firstSide)
    }
    /// The end whose name can be written.
    var shown: RelationshipEnd { first.name.contains("@") ? second : first }

    /// The links that respect to-one ends. Of several links, the first stays.
    func fitting(_ links: [Link]) -> [Link] {
      var (owners, members): (Set<Int64>, Set<Int64>) = ([], [])
      return links.filter { link in
        let isFree =
          (firstSide.isToMany || !owners.contains(link.owner))
          && (secondSide.isToMany || !members.contains(link.member))
        if isFree {
          owners.insert(link.owner)
          members.insert(link.member)
        }
        return isFree
      }
    }
  }

  /// A link between two records, given by their indices among those of their roots.
  struct Link: Hashable {
    let owner: Int64
    let member: Int64

    /// The same link, named from the other end.
    var turned: Link { Link(owner: member, member: owner) }
  }

  func links(of pair: Pair) throws -> [Link] {
    if !pair.firstSide.isToMany {
      return try targets(of: pair).enumerated().compactMap { owner, target in
        target.map { Link(owner: Int64(owner), member: $0) }
      }
    }
    if !pair.secondSide.isToMany {
      return try links(of: pair.turned).map(\.turned)
    }
    let owners = try rows(of: pair.first.entity)
    let reference = RelationshipReference(
      entity: pair.first.entity,
      name: pair.first.name,
      destination: pair.second.entity,
      isToMany: true
    )
    let lists = try snapshot.members(of: reference, owners: owners)
    let placeByRow = try placesByRow(of: pair.second.entity)
    return try owners.indices.flatMap { owner in
      try checkCancellation(at: owner)
      return lists.members[lists.starts[owner]..<lists.starts[owner + 1]].compactMap { row in
        placeByRow[row].map { Link(owner: Int64(owner), member: $0) }
      }
    }
  }

  /// The indices of the records that the to-one relationship at the first end references.
  func targets(of pair: Pair) throws -> [Int64?] {
    let reference = RelationshipReference(
      entity: pair.first.entity,
      name: pair.first.name,
      destination: pair.second.entity,
      isToMany: false
    )
    let expression = TypedExpression(
      .record(.toOne(reference, of: .scope(level: 0, entity: pair.first.entity))),
      .record(entity: pair.second.entity)
    )
    let column = try column(of: expression, in: pair.first.entity, at: nil)
    return try places(of: column, in: pair.second.entity).map {
      $0 == Column.nullReference ? nil : $0
    }
  }

  /// The indices of the records in a column of references.
  func places(of column: Column, in root: String) throws -> [Int64] {
    guard case .reference(let references) = column else {
      return Array(repeating: Column.nullReference, count: column.count)
    }
    let placeByRow = try placesByRow(of: root)
    return try references.values.indices.map { row in
      try checkCancellation(at: row)
      return placeByRow[references.values[row]] ?? Column.nullReference
    }
  }

  func placesByRow(of root: String) throws -> [Int64: Int64] {
    let rows = try rows(of: root)
    var places: [Int64: Int64] = [:]
    places.reserveCapacity(rows.count)
    for (place, row) in rows.enumerated() {
      try checkCancellation(at: place)
      if places[row] == nil { places[row] = Int64(place) }
    }
    return places
  }
}
