import NavBase
import NavScene
import NavTestKit
import NavWire

extension SplitMix64 {
  mutating func clientID() -> ClientID {
    ClientID(random: &self)
  }

  mutating func viewport() -> CellSize {
    CellSize(columns: int(in: 1...1000), rows: int(in: 1...500))
  }

  mutating func content() -> ContentSpec {
    pick([
      .tour(command: text()), .deck(path: "/" + text()), .tree(path: "/" + text()),
      .tree(path: "/" + text(), order: treeOrder()), .scene(path: "/", order: treeOrder()),
      .scene(path: "/" + text()), .file(path: "/" + text()), .docs(path: "/" + text()),
      .outline(path: "/" + text()), .path(PathContent(.text, "/" + text())),
      .path(PathContent(.deck, "/" + text(), isText: true)),
      .command(
        CommandLine(
          pick(CommandLine.Kind.allCases.filter { $0 != .shell }),
          (0..<int(in: 0...3)).map { _ in text().filter { $0 != "\0" } },
          in: "/tmp"
        )
      ),
      .text(GivenText(name: text(), bytes: bytes(9), form: pick(GivenText.Form.allCases))),
      .bundle(bundleContent()),
    ])
  }

  private mutating func bundleContent() -> BundleContent {
    let entry = pick([
      ContentSpec.deck(path: "a/b.md"), .tree(path: "a", order: treeOrder()),
      .tabs([.docs(path: "a"), .outline(path: "b.json")]),
    ])
    guard let content = try? BundleContent(id: contentHash(), entry) else {
      preconditionFailure("cannot make the content of a bundle")
    }
    return content
  }

  mutating func contentHash() -> ContentHash {
    guard let hash = ContentHash(bytes(ContentHash.byteCount)) else {
      preconditionFailure("cannot make a hash")
    }
    return hash
  }

  private mutating func pictureID() -> PictureID {
    guard let id = PictureID(contentHash().description) else {
      preconditionFailure("cannot name a picture")
    }
    return id
  }

  private mutating func bundle() -> Request.Bundle {
    let pieces = (0..<int(in: 1...3)).map { _ in
      Request.Bundle.Piece(
        of: contentHash(),
        offset: int(in: 0...100),
        bytes: bytes(int(in: 0...9))
      )
    }
    let files = (0..<int(in: 1...3)).map { number in
      BundleFile(
        path: "a/\(number).md",
        size: int(in: 0...100),
        hash: contentHash(),
        isExecutable: oneIn(2)
      )
    }
    guard oneIn(2), let manifest = try? BundleManifest(files) else {
      return .put(id: contentHash(), pieces)
    }
    return .offer(
      manifest,
      for: oneIn(2) ? reference() : nil,
      inFormOf: oneIn(2) ? content() : nil
    )
  }

  private mutating func bundleState() -> Reply.BundleState {
    let needs = (0..<int(in: 0...3)).map { _ in
      Reply.BundleState.Need(of: contentHash(), received: int(in: 0...1_000))
    }
    return Reply.BundleState(id: contentHash(), needs: needs, isComplete: oneIn(2))
  }

  mutating func reference() -> SessionReference {
    oneIn(2) ? .id(next()) : .name(text())
  }

  mutating func command() -> SessionCommand {
    pick([
      .forward, .back, .lineDown, .lineUp, .screenDown, .screenUp, .first, .last,
      .goTo(int(in: 0...9_999_999)), .nextTab, .previousTab, .tab(int(in: 1...9)),
      .toggleAttachment, .nextPart, .reload, .search(text()), .nextMatch, .previousMatch,
      .filter(text()), .timeMark(text(), isSaid: oneIn(2)),
      .sort(oneIn(3) ? nil : pick(TreeSort.allCases)), .toggleHidden, .toggleDetails, .root,
      .toggleWrap,
      .toggleText, .toggleBlank, .theme(oneIn(3) ? nil : pick(BuiltInTheme.allCases)),
      .chapter(forward: oneIn(2)), .along(forward: oneIn(2)), .past(forward: oneIn(2)),
      .view(.numbers(pick([nil, true, false]))),
      .view(.preview(oneIn(3) ? nil : pick(PreviewMode.allCases))),
    ])
  }

  mutating func treeOrder() -> TreeOrder {
    TreeOrder(showsHidden: oneIn(2), sort: pick(TreeSort.allCases), showsDetails: oneIn(2))
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
    switch int(in: 0...18) {
    case 0:
      body = .attach(
        Request.Attach(
          version: ProtocolVersion(major: UInt32(int(in: 0...3)), minor: UInt32(int(in: 0...9))),
          session: text(),
          viewport: viewport(),
          content: oneIn(2) ? content() : nil,
          joined: oneIn(2) ? Request.Attach.Joined(session: next() | 1, epoch: next()) : nil,
          fit: pick(Request.Attach.Fit.allCases),
          name: ViewerName(text()),
          isReadOnly: oneIn(2),
          view: viewChoice(),
          showsPictures: oneIn(2)
        )
      )
    case 1: body = .leave(viewer: next())
    case 2:
      body = .alive(
        viewer: next(),
        Request.Health(
          epoch: next(),
          seq: next(),
          lag: .milliseconds(int(in: 0...100_000)),
          isOutOfStep: oneIn(2)
        )
      )
    case 3, 4:
      body = .input(
        Request.Input(
          session: reference(),
          viewer: oneIn(2) ? next() | 1 : nil,
          viewport: oneIn(2) ? viewport() : nil,
          action: action(),
          epoch: oneIn(2) ? next() | 1 : nil
        )
      )
    case 5: body = .newSession(name: text(), content())
    case 6: body = .killSession(reference())
    case 7: body = .renameSession(reference(), to: text())
    case 8:
      body =
        oneIn(3)
        ? .page(reference(), fromLine: int(in: 0...1_000_000))
        : oneIn(2)
          ? .getStatus(reference(), version: oneIn(2) ? next() : nil) : .listViewers(reference())
    case 9:
      body = .wait(
        Request.Wait(
          session: reference(),
          condition: condition(),
          timeout: .milliseconds(int(in: 0...60_000))
        )
      )
    case 10: body = oneIn(2) ? .pan(pan()) : .point(point())
    case 11: body = oneIn(2) ? .outline(reference(), viewport()) : .find(reference(), text())
    case 12:
      body = .export(
        Request.Export(
          session: reference(),
          format: pick(ExportFormat.allCases),
          key: next() | 1,
          part: int(in: 0...100)
        )
      )
    case 13:
      let viewer = oneIn(2) ? next() | 1 : nil
      body = .control(
        Request.Control(session: reference(), viewer: viewer, controlAction())
      )
    case 14: body = .talk(talk())
    case 15: body = .invitation(invitation())
    case 16: body = .bundle(bundle())
    case 17:
      body =
        oneIn(3)
        ? .metrics
        : oneIn(2)
          ? .journal(
            Request.Journal(
              reference(),
              since: oneIn(3) ? nil : Request.Journal.Position(next() | 1, entry: next()),
              wait: .milliseconds(int(in: 0...60_000)),
              records: oneIn(2),
              names: oneIn(2)
            )
          )
          : .picture(
            Request.Picture(
              session: reference(),
              PictureCopy(
                pictureID(),
                oneIn(2) ? .png : .sixel(width: int(in: 1...2_048), height: int(in: 1...2_048))
              ),
              part: int(in: 0...100)
            )
          )
    default:
      let command = oneIn(2) ? command() : nil
      body = oneIn(2) ? .listSessions : .takeSnapshot(reference(), viewport(), after: command)
    }
    return Request(
      id: next(),
      client: clientID(),
      seq: body.isOperation ? max(1, next()) : 0,
      precondition: oneIn(2) ? precondition() : nil,
      credential: oneIn(3) ? Credential(invitation: next(), token: token()) : nil,
      body: body
    )
  }

  private mutating func token() -> InvitationToken { InvitationToken(random: &self) }

  private mutating func invitation() -> Request.Invitation {
    let terms = Request.Invitation.Terms(
      role: pick([.viewer, .driver, .presenter]),
      validity: .milliseconds(int(in: 60_000...2_592_000_000)),
      uses: int(in: 1...1_000),
      name: ViewerName(text())
    )
    return Request.Invitation(
      session: reference(),
      pick([.create(token(), terms), .revoke(next()), .list])
    )
  }

  mutating func invitations() -> Reply.Invitations {
    let items = (0..<int(in: 0...3)).map { _ in
      Reply.InvitationInfo(
        id: InvitationID(next()),
        session: text(),
        role: pick([.viewer, .driver, .presenter]),
        expires: Int64(bitPattern: next()),
        uses: int(in: 1...1_000),
        used: int(in: 0...1_000),
        name: ViewerName(text()),
        isRevoked: oneIn(2)
      )
    }
    let addresses = (0..<int(in: 0...2)).compactMap { TCPAddress("tcp://10.0.0.\($0):7100") }
    return Reply.Invitations(
      server: oneIn(2) ? serverKeys() : nil,
      addresses: addresses,
      items
    )
  }

  private mutating func serverKeys() -> ServerKeys? {
    PeerKey(bytes(32)).map { ServerKeys($0, next: oneIn(2) ? PeerKey(bytes(32)) : nil) }
  }

  private mutating func talk() -> Request.Talk {
    let action = pick([
      Request.Talk.Action.ask(text()), .answered(int(in: 0...1_000_000)), .startTimer, .pauseTimer,
      .resetTimer,
    ])
    let viewer = oneIn(2) ? next() | 1 : nil
    return Request.Talk(session: reference(), viewer: viewer, action, name: ViewerName(text()))
  }

  mutating func viewerInfo() -> Reply.ViewerInfo {
    var info = Reply.ViewerInfo(
      id: next(),
      viewport: viewport(),
      attached: .milliseconds(int(in: 0...1 << 40)),
      silent: .milliseconds(int(in: 0...6_000)),
      lag: .milliseconds(int(in: 0...100_000)),
      layout: oneIn(2) ? viewport() : nil,
      name: ViewerName(text()),
      standing: pick(Reply.Standing.allCases)
    )
    info.view = viewChoice()
    if oneIn(2) { info.position = PagePosition(page: int(in: 0...99), pages: int(in: 1...99)) }
    return info
  }

  mutating func viewChoice() -> ViewChoice {
    pick([
      .shared, .own(next()), .followed(ViewerName(text()) ?? ViewerName(known: "x")), .speaker,
    ])
  }

  mutating func controlAction() -> Request.Control.Action {
    let name = ViewerName(text())
    return pick([
      .request, .grant(name), .deny(name), .take, .release, .policy(pick(ControlPolicy.allCases)),
      .kick(name ?? ViewerName(known: "x"), oneIn(2) ? .milliseconds(int(in: 1...9_999)) : nil),
    ])
  }

  mutating func precondition() -> Request.Precondition {
    Request.Precondition(version: oneIn(2) ? next() : nil, top: oneIn(2) ? text() : nil)
  }

  mutating func action() -> SessionAction {
    oneIn(6) ? .replay((0...int(in: 1...3)).map { _ in recordedStep() }) : plainAction()
  }

  mutating func plainAction() -> SessionAction {
    switch int(in: 0...5) {
    case 0: .command(command())
    case 5: .visit(visit())
    case 1: .keys((0..<int(in: 0...64)).map { _ in key() })
    case 2: .release(release())
    case 3:
      .follow(
        ContainerID(rawValue: UInt32(int(in: 1...1 << 30))),
        link: "nav-page:" + String(repeating: "x", count: int(in: 0...2_039))
      )
    default:
      .tap(
        ContainerID(rawValue: UInt32(int(in: 1...1 << 30))),
        row: oneIn(3) ? nil : int(in: 0...100_000)
      )
    }
  }

  mutating func visit() -> Visit {
    Visit(
      (0..<int(in: 0...5)).map { _ in bytes(12) },
      selects: oneIn(2),
      search: oneIn(2) ? text() : "",
      match: int(in: 0...2_000)
    )
  }

  mutating func found() -> FoundPlaces {
    let places = (0..<int(in: 0...4)).map { _ in
      let label = text()
      let end = label.utf8.count
      return FoundPlaces.Place(
        visit: visit(),
        label: label,
        detail: text(),
        marks: end > 0 ? [0..<int(in: 1...end)] : []
      )
    }
    return FoundPlaces(
      pick(FoundPlaces.Kind.allCases),
      places: places,
      count: int(in: 0...1 << 40),
      looked: int(in: 0...1 << 40),
      whole: int(in: 0...1 << 40),
      isDone: oneIn(2),
      isCut: oneIn(2)
    )
  }

  mutating func point() -> Request.Point {
    let place = Request.Point.Place(
      page: ContainerID(rawValue: UInt32(int(in: 1...Int(UInt32.max)))),
      row: int(in: 0...100_000),
      column: int(in: 0...4_096)
    )
    return Request.Point(
      session: reference(),
      viewer: next() | 1,
      pick([.show(place), .hide, .mark(place), .unmark, .markWord(place)]),
      epoch: next() | 1
    )
  }

  mutating func pan() -> Request.PanMove {
    Request.PanMove(
      session: reference(),
      viewer: next() | 1,
      Pan(
        gesture: next() | 1,
        container: ContainerID(rawValue: UInt32(int(in: 1...Int(UInt32.max)))),
        axis: pick(PanAxis.allCases),
        translation: int(in: -(1 << 20)...1 << 20)
      )
    )
  }

  mutating func release() -> PanEnd {
    PanEnd(
      Pan(
        gesture: next() | 1,
        container: ContainerID(rawValue: UInt32(int(in: 1...Int(UInt32.max)))),
        axis: pick(PanAxis.allCases),
        translation: int(in: -(1 << 20)...1 << 20)
      ),
      velocity: Double(int(in: -(1 << 30)...1 << 30)) / 1_000,
      isCancelled: oneIn(4)
    )
  }

  mutating func condition() -> Request.Wait.Condition {
    switch int(in: 0...4) {
    case 0: .settled(version: next())
    case 1: .page(text())
    case 2: .text(text(), viewport())
    case 3: .version(next())
    default: .viewers(int(in: 0...5_000))
    }
  }

  mutating func sessionInfo() -> Reply.SessionInfo {
    Reply.SessionInfo(
      name: text(),
      id: next(),
      content: text(),
      viewers: int(in: 0...5_000),
      page: int(in: 1...1_000_000),
      pages: int(in: 1...1_000_000),
      version: next(),
      title: text(),
      top: text(),
      unseen: .milliseconds(int(in: 0...1 << 40))
    )
  }

  mutating func reply() -> Reply {
    let body: Reply.Body
    switch int(in: 0...13) {
    case 11: body = .invitations(invitations())
    case 12: body = .bundle(bundleState())
    case 13:
      let count = int(in: 1...100)
      let part = Reply.PicturePart(
        part: int(in: 0...count - 1),
        count: count,
        bytes: bytes(int(in: 0...9)),
        hash: next()
      )
      body = oneIn(3) ? .metrics(text()) : oneIn(2) ? .picture(part) : .journal(journalPart())
    case 0:
      let codes: [Reply.Failure.Code] = [
        .malformed, .protocolMismatch, .noSuchSession, .sessionExists, .badName, .noSuchInput,
        .rejected, .outOfOrder, .unknownClient, .clientIDConflict, .unknownViewer, .limitReached,
        .retry, .timedOut, .notPermitted, .slowDown, .preconditionFailed, .staleView, .noMatch,
        .inProgress, .unknown,
      ]
      var failure = Reply.Failure(pick(codes), text(), expected: next())
      failure.wait = .milliseconds(int(in: 0...60_000))
      failure.found = Reply.Failure.Found(version: next(), top: text())
      body = .failure(failure)
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
          opened: Reply.Attached.OpenedContent(content(), isNew: oneIn(2)),
          viewport: oneIn(2) ? viewport() : nil,
          part: Reply.Attached.Part(
            name: ViewerName(text()),
            view: viewChoice(),
            clock: .milliseconds(int(in: 0...1 << 40)),
            streamKey: oneIn(2) ? bytes(32) : nil,
            nextServerKey: oneIn(2) ? PeerKey(bytes(32)) : nil,
            role: oneIn(2) ? pick(Role.allCases) : nil,
            person: oneIn(2) ? ViewerName(text()) : nil,
            hasPast: oneIn(2)
          )
        )
      )
    case 2:
      let reason = pick(NoEffect.allCases)
      body = .accepted(version: next(), noEffect: oneIn(2) ? reason : nil)
    case 3:
      body = .sessions((0..<int(in: 0...4)).map { _ in sessionInfo() })
    case 4:
      let stacks = (0..<int(in: 0...3)).map { _ in stackReport() }
      body = .snapshot(session: text(), version: next(), scene(), stacks: stacks)
    case 5:
      var status = Reply.Status(
        session: sessionInfo(),
        isSettled: oneIn(2),
        sizes: (0..<int(in: 0...4)).map { _ in viewport() },
        daemonVersion: text(),
        uptime: .milliseconds(int(in: 0...1 << 40)),
        isDurable: oneIn(2)
      )
      status.finding = Reply.Finding(
        search: text(),
        matches: int(in: 0...100_000),
        match: int(in: 0...100_000),
        filter: text()
      )
      status.loop = LoopFigures(
        turns: next(),
        longestTurn: .microseconds(int(in: 0...1 << 40))
      )
      status.faults = (0..<int(in: 0...3)).map { _ in text() }
      status.epoch = next()
      if oneIn(2) { status.scene = scene() }
      let driver = text()
      status.control = Reply.ControlStatus(
        policy: pick(ControlPolicy.allCases),
        driver: driver.isEmpty ? nil : driver,
        held: .milliseconds(int(in: 0...100_000)),
        idle: .milliseconds(int(in: 0...100_000)),
        requests: (0..<int(in: 0...3)).map { _ in text() },
        standing: pick(Reply.Standing.allCases)
      )
      body = .status(status)
    case 6:
      body = .viewers(
        (0..<int(in: 0...4)).map { _ in
          viewerInfo()
        }
      )
    case 7: body = oneIn(2) ? .waited(version: next()) : .found(found())
    case 8: body = oneIn(2) ? .page(pageText()) : .outline(outline())
    case 9:
      let part = int(in: 0...9)
      body = .exported(Reply.ExportPart(part: part, count: part + int(in: 1...9), bytes: bytes(40)))
    default: body = .done
    }
    return Reply(
      id: next(),
      client: oneIn(5) ? nil : clientID(),
      seq: next(),
      isDurable: oneIn(2),
      questions: oneIn(2) ? int(in: 1...100) : 0,
      body: body
    )
  }

  /// A timeline as published, or by chance as in a snapshot for a joining viewer.
  mutating func timeline(from scene: Scene) -> Timeline {
    let whole = Timeline(from: scene, along: trajectory(from: scene))
    return oneIn(2) ? whole : whole.rest(from: int(in: 0...whole.last))
  }

  mutating func layoutMessage() -> LayoutMessage {
    switch int(in: 0...5) {
    case 0:
      var beat = Beat(epoch: next(), seq: next(), version: next(), hash: next(), isGone: oneIn(2))
      beat.moves = (0..<(oneIn(3) ? int(in: 1...40) : 0)).map { _ in next() }
      return .beat(beat)
    case 1: return .bye(Bye(reason: pick([.sessionEnded, .daemonStops]), text: text()))
    case 2, 3:
      let scene = self.scene()
      let timeline = oneIn(2) ? timeline(from: scene) : nil
      let snapshot = Snapshot(
        epoch: next(),
        seq: next(),
        version: next(),
        hash: next(),
        scene: scene,
        timeline: timeline,
        elapsed: timeline == nil ? .zero : .milliseconds(int(in: 0...3_000))
      )
      return oneIn(3) ? .keyframe(snapshot) : .snapshot(snapshot)
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
