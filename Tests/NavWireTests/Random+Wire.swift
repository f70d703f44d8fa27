import NavCommands
import NavGeometry
import NavLayout
import NavSync
import NavTestKit
import NavWire

extension SplitMix64 {
  mutating func clientID() -> ClientID {
    ClientID(random: &self)
  }

  mutating func viewport() -> CellSize {
    CellSize(columns: int(in: 1...1000), rows: int(in: 1...500))
  }

  mutating func content() -> ContentDescription {
    oneIn(2) ? .tour(command: text()) : .deck(path: "/" + text())
  }

  mutating func reference() -> SessionReference {
    oneIn(2) ? .id(next()) : .name(text())
  }

  mutating func command() -> SessionCommand {
    pick([
      .forward, .back, .lineDown, .lineUp, .screenDown, .first, .last,
      .goTo(int(in: 0...9_999_999)),
    ])
  }

  mutating func key() -> Key {
    let codes: [KeyCode] = [
      .enter, .up, .pageDown, .function(int(in: 1...12)), .character(" "), .character("G"),
      .character("\u{1f600}"),
    ]
    return Key(pick(codes), KeyModifiers(rawValue: UInt8(int(in: 0...7))))
  }

  mutating func request() -> Request {
    let body: Request.Body
    switch int(in: 0...7) {
    case 0:
      body = .attach(
        Request.Attach(
          version: ProtocolVersion(major: UInt32(int(in: 0...3)), minor: UInt32(int(in: 0...9))),
          session: text(),
          viewport: viewport(),
          content: oneIn(2) ? content() : nil
        )
      )
    case 1: body = .leave(viewer: next())
    case 2: body = .alive(viewer: next())
    case 3, 4:
      body = .input(
        Request.Input(
          session: reference(),
          viewer: oneIn(2) ? next() | 1 : nil,
          viewport: oneIn(2) ? viewport() : nil,
          action: oneIn(2)
            ? .command(command()) : .keys((0..<int(in: 0...64)).map { _ in key() })
        )
      )
    case 5: body = .newSession(name: text(), content())
    case 6: body = .killSession(reference())
    default: body = oneIn(2) ? .listSessions : .takeSnapshot(reference(), viewport())
    }
    return Request(
      id: next(),
      client: clientID(),
      seq: body.isOperation ? max(1, next()) : 0,
      body: body
    )
  }

  mutating func reply() -> Reply {
    let body: Reply.Body
    switch int(in: 0...5) {
    case 0:
      let codes: [Reply.Failure.Code] = [
        .malformed, .protocolMismatch, .noSuchSession, .sessionExists, .badName, .noSuchInput,
        .rejected, .outOfOrder, .unknownClient, .clientIDConflict, .unknownViewer, .limitReached,
        .retry, .unknown,
      ]
      body = .failure(Reply.Failure(pick(codes), text(), expected: next()))
    case 1:
      body = .attached(
        Reply.Attached(
          version: ProtocolVersion(major: 1, minor: UInt32(int(in: 0...9))),
          viewer: next(),
          session: next(),
          epoch: next(),
          streamTopic: bytes(29),
          readyTopic: bytes(37),
          beatInterval: .milliseconds(int(in: 1...5_000)),
          content: content(),
          isNew: oneIn(2)
        )
      )
    case 2: body = .accepted(version: next())
    case 3:
      body = .sessions(
        (0..<int(in: 0...4)).map { _ in
          Reply.SessionInfo(
            name: text(),
            id: next(),
            content: text(),
            viewers: int(in: 0...5_000),
            page: int(in: 1...1_000_000),
            pages: int(in: 1...1_000_000),
            version: next()
          )
        }
      )
    case 4: body = .snapshot(session: text(), version: next(), scene())
    default: body = .done
    }
    return Reply(id: next(), client: oneIn(5) ? nil : clientID(), seq: next(), body: body)
  }

  /// A timeline as it is published or, by chance, as it is handed to somebody who joins.
  mutating func timeline(from scene: Scene) -> Timeline {
    let whole = Timeline(from: scene, along: trajectory(from: scene))
    return oneIn(2) ? whole : whole.rest(from: int(in: 0...whole.last))
  }

  mutating func layoutMessage() -> LayoutMessage {
    switch int(in: 0...5) {
    case 0:
      return .beat(
        Beat(epoch: next(), seq: next(), version: next(), hash: next(), isGone: oneIn(2))
      )
    case 1: return .bye(Bye(reason: pick([.sessionEnded, .daemonStops]), text: text()))
    case 2, 3:
      let scene = self.scene()
      let timeline = oneIn(2) ? timeline(from: scene) : nil
      return .snapshot(
        Snapshot(
          epoch: next(),
          seq: next(),
          version: next(),
          hash: next(),
          scene: scene,
          timeline: timeline,
          elapsed: timeline == nil ? .zero : .milliseconds(int(in: 0...3_000))
        )
      )
    default:
      let timeline = oneIn(5) ? nil : timeline(from: scene())
      return .update(
        Update(
          epoch: next(),
          base: Update.Base(seq: next(), frame: int(in: 0...180)),
          seq: next(),
          version: next(),
          hash: next(),
          timeline: timeline
        )
      )
    }
  }
}
