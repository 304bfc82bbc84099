import Columns
import Execution
import Expressions
import Model
import Storage

/// The links that a stage finds.
extension StagePlanner {
  /// A relationship from both of its ends.
  struct Pair {
    let first: RelationshipEnd
    let second: RelationshipEnd
    let firstSide: Relationship
    let secondSide: Relationship

    var isManyToMany: Bool { firstSide.isToMany && secondSide.isToMany }
    /// The same, named from the other end.
    var turned: Pair {
      Pair(first: second, second: first, firstSide: secondSide, secondSide: firstSide)
    }
    /// The end whose name can be written.
    var shown: RelationshipEnd { first.name.contains("@") ? second : first }

    /// Links of which no record has more than it may have; the first ones stay.
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

  /// Two records that a relationship leads from one to the other, by their places among those of their roots.
  struct Link: Hashable {
    let owner: Int64
    let member: Int64

    /// The same, named from the other end.
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

  /// What the to-one relationship at the first end leads to, record by record.
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

  /// The places of the records that a column of references leads to.
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
