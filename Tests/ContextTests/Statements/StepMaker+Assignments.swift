import Model
import TestSupport

/// The assignments of updates.
extension StepMaker {
  mutating func assignments(_ kind: String) -> [Assigned] {
    let attributes = world.attributes(of: kind)
    let links = world.links(of: kind).map(\.plan)
    var names = (attributes.map(\.name) + links.map(\.name)).shuffled(using: &random)
    names = Array(names.prefix(random.chance(65) ? 1 : 2))
    return names.map { name in
      if let attribute = attributes.first(where: { $0.name == name }) {
        return assigned(attribute, attributes)
      }
      return assigned(links.first { $0.name == name } ?? links[0], links)
    }
  }

  private mutating func assigned(
    _ attribute: AttributePlan,
    _ attributes: [AttributePlan]
  ) -> Assigned {
    let name = attribute.name
    switch attribute.kind {
    case .texts:
      var value = value(attribute)
      if value == .null { value = .list([]) }
      return Assigned(
        name: name,
        operation: random.pick([.set, .add, .remove]),
        right: .field(.value(value))
      )
    case .text:
      let others = attributes.filter { $0.kind == .text && $0.isOptional == attribute.isOptional }
      if random.chance(10), let other = others.randomElement(using: &random) {
        return Assigned(name: name, operation: .set, right: .attribute(other.name))
      }
      return Assigned(name: name, operation: .set, right: .field(.value(value(attribute))))
    case .number:
      let number = Int64.random(in: 0...3, using: &random)
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<15: return Assigned(name: name, operation: .set, right: .sum(name, number))
      case 15..<35:
        // For two records this is a swap.
        return Assigned(name: name, operation: .set, right: .difference(number * 3, name))
      case 35..<42:
        return Assigned(
          name: name,
          operation: random.pick([.add, .remove]),
          right: .field(.value(.int(number)))
        )
      default:
        return Assigned(name: name, operation: .set, right: .field(.value(value(attribute))))
      }
    }
  }

  private mutating func assigned(_ plan: LinkPlan, _ links: [LinkPlan]) -> Assigned {
    if plan.isToMany {
      let operation: Assigned.Operation = random.pick([.set, .add, .add, .remove])
      var right = linked(plan, depth: 1)
      if operation == .remove {
        while case .records = right { right = linked(plan, depth: 2) }
      }
      return Assigned(name: plan.name, operation: operation, right: .field(right))
    }
    let others = links.filter { !$0.isToMany && $0.destination == plan.destination }
    if random.chance(20), let other = others.randomElement(using: &random) {
      return Assigned(name: plan.name, operation: .set, right: .path(other.name))
    }
    return Assigned(name: plan.name, operation: .set, right: .field(linked(plan, depth: 1)))
  }
}
