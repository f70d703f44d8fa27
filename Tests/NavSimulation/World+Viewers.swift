import NavScene
import NavSync
import NavTestKit
import NavWire
import NavViewer

/// A viewer's turn, and its shell: the work of `Viewer.perform`.
extension World {
  mutating func turn(_ viewer: SimulatedViewer) throws {
    let topics = network.subscriptions(of: viewer.node)
    var messages: [LayoutMessage] = []
    var saboteur = self.saboteur
    let actions = try viewer.turn(
      at: now,
      isSubscribed: { topics.contains($0) },
      observe: { message in
        messages.append(message)
        return saboteur.tamper(message, for: viewer.node)
      }
    )
    self.saboteur = saboteur
    for message in messages {
      traffic.note(message)
      if case .snapshot = message { count(.joins) }
      trace.add("message", viewer.node, message.traceDetail, at: now)
    }
    for action in actions { try perform(action, of: viewer) }
    if viewer.isPresent {
      try check(viewer)
      try viewer.rest(at: now)
    } else {
      self.network.removeNode(viewer.node, at: now)
    }
  }

  /// Counts a tap by its target.
  private mutating func note(_ request: Request, of viewer: SimulatedViewer) {
    guard case .input(let input) = request.body, case .tap(let id, let row) = input.action,
      let container = viewer.core.screen(at: now).scene?[id]
    else { return }
    switch container.kind {
    case .tabItem: count(.tabTaps)
    case .pageControl: count(.dotTaps)
    case .page: count(row == nil ? .pageTaps : .rowTaps)
    case .optionCell: count(.optionTaps)
    case .pager, .stack, .tabs, .tabBar, .spine, .optionBar, .indicator, .split, .splitBorder: break
    }
  }

  private mutating func perform(_ action: ClientAction, of viewer: SimulatedViewer) throws {
    switch action {
    case .send(let bytes):
      let request = try Request(decoding: bytes)
      traffic.note(request)
      audit.noteSent(request, by: viewer.node)
      pans.noteSent(request, by: viewer.node)
      note(request, of: viewer)
      network.send(bytes, from: viewer.node, at: now)
    case .subscribe(let topic):
      traffic.note("subscription")
      network.subscribe(viewer.node, to: topic, at: now)
    case .unsubscribe(let topic):
      traffic.note("subscription")
      network.unsubscribe(viewer.node, from: topic, at: now)
    case .exit(let exit):
      trace.add("exit", viewer.node, at: now)
      viewer.exit = viewer.exit ?? exit
      try checkExit(exit, of: viewer)
    case .suspend, .copy, .setMouse: break
    }
  }
}
