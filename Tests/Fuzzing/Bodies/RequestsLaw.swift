import NavBase
import NavEngine
import NavHost
import NavScene
import NavTestKit
import NavWire

/// With any requests, subscriptions, loaded content and waits, the daemon's core keeps running, answers every operation
/// once, publishes valid messages, and still serves well-behaved clients.
enum RequestsLaw {
  /// The largest number of steps of a script.
  static let longest = 48

  static func check(_ bytes: [UInt8]) throws {
    var reader = ByteReader(bytes)
    var daemon = try FuzzedDaemon(seed: UInt64(reader.byte()))
    for _ in 0..<longest where !reader.isEmpty { try daemon.play(&reader) }
    try daemon.settle()
    try daemon.serveHonestClient()
  }
}

extension FuzzedDaemon {
  /// Performs one step of a script.
  mutating func play(_ reader: inout ByteReader) throws {
    switch reader.byte() % 12 {
    case 0: try receiveRaw(reader.bytes())
    case 1: sendAimed(&reader)
    case 2, 3, 4: sendMade(&reader)
    case 5: changeSubscription(&reader)
    case 6: subscribeStrangely(&reader)
    case 7:
      daemon.pass(.milliseconds(reader.pick([0, 1, 16, 100, 260, 1_000, 6_000, 11_000])))
      try endTurn()
    case 8:
      guard !loads.isEmpty else { return }
      let ticket = loads.remove(at: reader.int(in: 0...loads.count - 1))
      daemon.finishLoading(ticket, FuzzedContent.loaded(&reader))
    case 9:
      guard !pageLoads.isEmpty else {
        if !reloads.isEmpty { finishReload(FuzzedContent.loaded(&reader)) }
        return
      }
      let index = reader.int(in: 0...pageLoads.count - 1)
      let page = FuzzedContent.loaded(&reader).map { PreparedPage($0, availableSizes: []) }
      daemon.receive(.page(ticket: pageLoads.remove(at: index), page))
    case 10: try sendAgain(&reader)
    default: try endTurn()
    }
  }

  /// Finishes a reload, possibly with completely different content.
  private mutating func finishReload(_ content: Result<SessionContent, ContentFailure>) {
    let reload = reloads.removeFirst()
    let result = content.flatMap { content in
      Result { () throws(ContentFailure) in
        try ReloadedContent(content, for: reload) { _ in
          PreparedPage(.page(FuzzedContent.list), availableSizes: [])
        }
      }
    }
    daemon.finishReload(reload, result)
  }

  /// Delivers all requested content, and lets every timeout pass.
  ///
  /// - Throws: when an operation is still unanswered.
  mutating func settle() throws {
    try endTurn()
    // Inputs that waited behind one may need pages themselves.
    for _ in 0..<100 where !(loads.isEmpty && pageLoads.isEmpty && reloads.isEmpty) {
      while !reloads.isEmpty { finishReload(.success(FuzzedContent.tree)) }
      while !loads.isEmpty {
        daemon.finishLoading(loads.removeFirst(), .success(FuzzedContent.tree))
      }
      while !pageLoads.isEmpty {
        daemon.finishLoading(pageLoads.removeFirst(), page: .success(FuzzedContent.list))
      }
      try endTurn()
    }
    try demand(loads.isEmpty && pageLoads.isEmpty, "more and more is to be read")
    for seconds in [1, 10, 61] {
      daemon.pass(.seconds(seconds))
      try endTurn()
    }
    for operation in asked.keys {
      try demand(answers[operation] != nil, "no answer to operation \(operation.seq)")
    }
  }

  /// Lets a well-behaved client open a session, join it and move it.
  ///
  /// - Throws: when a step has another result than expected.
  mutating func serveHonestClient() throws {
    viewers.append(FuzzedViewer(seed: 9_999))
    let index = viewers.count - 1
    let name = "honest"
    // A session with that name is killed first.
    try ask(viewers[index].client.operation(.killSession(.name(name))), of: index)
    send(
      viewers[index].client.operation(.newSession(name: name, .deck(path: "/honest"))),
      of: index
    )
    try endTurn()
    try demand(loads.count == 1, "nothing is to be read for an honest client")
    daemon.finishLoading(loads.removeFirst(), .success(.deck(FuzzedContent.pages)))
    try demand(endTurn().map(\.body) == [.done], "an honest client's session was not opened")
    try ask(viewers[index].client.attach(name), of: index)
    for topic in viewers[index].topics { subscribe(viewer: index, to: topic) }
    try endTurn()
    try demand(viewers[index].isFollowing, "an honest client got no snapshot")
    let input = Request.Input(
      session: .name(name),
      viewer: viewers[index].attached?.viewer,
      action: .command(.forward)
    )
    let answer = try ask(viewers[index].client.operation(.input(input)), of: index)
    try demand(answer == .accepted(version: 1), "an honest input was answered \(answer)")
    try demand(viewers[index].isFollowing, "an honest client lost its stream")
  }

  /// Sends one request in a turn of its own.
  @discardableResult
  private mutating func ask(_ request: Request, of viewer: Int) throws -> Reply.Body {
    try endTurn()
    send(request, of: viewer)
    let replies = try endTurn().filter { $0.id == request.id && $0.client == request.client }
    try demand(replies.count == 1, "\(replies.count) answers to \(request)")
    return replies[0].body
  }

  /// Sends arbitrary bytes; malformed ones must be answered as such, at once and once.
  private mutating func receiveRaw(_ bytes: [UInt8]) throws {
    guard case .malformed = ReceivedRequest(bytes) else {
      return daemon.send(bytes, from: Peer(envelope: [[0], []]))
    }
    try endTurn()
    daemon.send(bytes, from: Peer(envelope: [[0], []]))
    let replies = try endTurn().filter { $0.body.code == .malformed }
    try demand(replies.count == 1, "\(replies.count) answers to what is no request")
  }

  /// Sends a random request with the next number of a viewer, for the session that it watches.
  private mutating func sendAimed(_ reader: inout ByteReader) {
    let viewer = reader.int(in: 0...viewers.count - 1)
    guard let request = try? Request(decoding: reader.bytes()) else { return }
    let body = request.body.aimed(at: viewers[viewer].attached)
    send(viewers[viewer].client.request(body), of: viewer)
  }

  private mutating func sendMade(_ reader: inout ByteReader) {
    let viewer = reader.int(in: 0...viewers.count - 1)
    let body = reader.body(of: viewers[viewer])
    send(viewers[viewer].client.request(body), of: viewer)
  }

  private mutating func changeSubscription(_ reader: inout ByteReader) {
    let viewer = reader.int(in: 0...viewers.count - 1)
    guard !viewers[viewer].topics.isEmpty else { return }
    let topic = reader.pick(viewers[viewer].topics)
    if reader.flag() {
      subscribe(viewer: viewer, to: topic)
    } else {
      unsubscribe(viewer: viewer, from: topic)
    }
  }

  /// Subscribes to arbitrary bytes, or to a real topic with one byte changed.
  private mutating func subscribeStrangely(_ reader: inout ByteReader) {
    guard reader.flag(), var topic = viewers[0].topics.first else {
      daemon.subscribe(to: reader.bytes())
      return
    }
    topic[reader.int(in: 0...topic.count - 1)] &+= UInt8(reader.int(in: 1...255))
    daemon.subscribe(to: topic)
  }

  /// Repeats an answered operation, which must get the same answer.
  private mutating func sendAgain(_ reader: inout ByteReader) throws {
    try endTurn()
    let viewer = reader.int(in: 0...viewers.count - 1)
    let seq = UInt64(reader.int(in: 1...max(1, Int(clamping: viewers[viewer].client.seq))))
    let operation = Operation(client: viewers[viewer].client.id, seq: seq)
    guard let bytes = asked[operation], let answer = answers[operation] else { return }
    send(bytes, try Request(decoding: bytes), of: viewer)
    let replies = try endTurn().filter { $0.client == operation.client && $0.seq == seq }
    try demand(replies == [answer], "answered \(answer), and then \(replies)")
  }
}
