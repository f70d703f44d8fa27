import NavBase
import NavScene

/// Commands, and presses on items of the bar.
extension TabsNode {
  mutating func respond(
    to command: SessionCommand,
    in context: ContainerContext
  ) throws(Rejection) -> ContainerAnswer {
    let outcome: TabOutcome?
    switch command.traits.effect {
    case .attachment:
      guard attachment != nil else { return .unhandled }
      bottom.setShown(!bottom.isShown, at: context.now)
      return .done
    case .tab(.next): outcome = bar.selectNext().map { .selected($0) }
    case .tab(.previous): outcome = bar.selectPrevious().map { .selected($0) }
    case .tab(.number(let number)): outcome = try? bar.select(number: number)
    case .movement, .root, .along, .whole: return .unhandled
    }
    return outcome.map { answer(to: $0) } ?? .unhandled
  }

  mutating func tap(
    part: ContainerID,
    row: Int?,
    in context: ContainerContext
  ) throws(Rejection) -> ContainerAnswer {
    // An item with a view of its own does not respond to taps (ST-8).
    guard let part = TabsParts.part(part, of: context.id), let item = bar.item(of: part),
      item.isButton
    else { return .done }
    do {
      return answer(to: try bar.select(item.id))
    } catch {
      throw Rejection(error.description)
    }
  }

  private func answer(to outcome: TabOutcome) -> ContainerAnswer {
    switch outcome {
    case .selected: .done
    // The stack in the selected tab returns to its root, then the root to its top (ST-5, MBX-13).
    case .retapped: .scrollToTop(parts.id(of: selected))
    case .additional(let item): commands[item].map { .run($0) } ?? .done
    }
  }
}
