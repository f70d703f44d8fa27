import NavProcessKit
import NavTestKit
import Testing
import ZeroMQ

@Suite("Encrypted connections (CURVE) and who may make them (ZAP)") struct EncryptionTests {
  let context: Context
  let keys: CurveKeyPair

  init() throws {
    context = try Context()
    keys = try CurveKeyPair()
  }

  private static let options: [SocketOption] = [
    .authenticationDomain("test"), .routerMandatory(true),
  ]

  private func listen(_ router: inout Socket) throws -> Endpoint {
    try router.bind(.tcp(host: "127.0.0.1", port: 0), encryptedWith: keys)
    return try Endpoint(parsing: router.lastEndpoint)
  }

  @Test("a public key follows from its secret key; each pair is new")
  func pairs() throws {
    let again = try CurveKeyPair(secretKey: keys.secretKey)
    #expect(again == keys)
    #expect(try CurveKeyPair() != keys)
    #expect(keys.publicKey.bytes.count == 32 && CurveKey(keys.publicKey.bytes) == keys.publicKey)
    #expect(CurveKey([1, 2, 3]) == nil)
  }

  @Test("a peer is accepted by its key, and all its messages have the name that it was given")
  func accepted() throws {
    let authenticator = try Authenticator(in: context)
    var router = try Socket(.router, in: context, options: Self.options)
    let endpoint = try listen(&router)
    let own = try CurveKeyPair()
    let dealer = try Socket(
      .dealer,
      in: context,
      options: [.encryption(own, server: keys.publicKey)]
    )
    try dealer.connect(endpoint)
    #expect(try dealer.send([bytes("hello")]))
    try authenticator.socket.waitReadable("the question")
    let question = try #require(try authenticator.receive())
    #expect(question.mechanism == .curve(own.publicKey))
    #expect(question.address == "127.0.0.1")
    try authenticator.answer(question, user: "ada")
    let names = try router.nextFrames("hello") { $0.more ? "" : $0.userID ?? "-" }
    #expect(names.last == "ada")
  }

  @Test("a refused peer sends nothing, and its failure is an event")
  func refused() throws {
    let authenticator = try Authenticator(in: context)
    var router = try Socket(.router, in: context, options: Self.options)
    let events = try router.monitor()
    let endpoint = try listen(&router)
    let dealer = try Socket(
      .dealer,
      in: context,
      options: [.encryption(try CurveKeyPair(), server: keys.publicKey)]
    )
    try dealer.connect(endpoint)
    #expect(try dealer.send([bytes("hello")]))
    try authenticator.socket.waitReadable("the question")
    let question = try #require(try authenticator.receive())
    try authenticator.answer(question, user: nil)
    try events.events(until: "failed") {
      if case .handshakeFailed = $0.kind { true } else { false }
    }
    #expect(try router.receive() == nil)
  }

  @Test("a peer without a key, or one that expects another server, is never heard")
  func wrongKeys() throws {
    let authenticator = try Authenticator(in: context)
    var router = try Socket(.router, in: context, options: Self.options)
    let events = try router.monitor()
    let endpoint = try listen(&router)
    let wrong = SocketOption.encryption(try CurveKeyPair(), server: try CurveKeyPair().publicKey)
    for options in [[], [wrong]] {
      let dealer = try Socket(.dealer, in: context, options: options)
      try dealer.connect(endpoint)
      #expect(try dealer.send([bytes("hello")]))
      try events.events(until: "failed") {
        if case .handshakeFailed = $0.kind { true } else { false }
      }
    }
    #expect(try router.receive() == nil)
    #expect(try authenticator.receive() == nil)
  }

  @Test("the socket's other endpoints stay as they are, and their peers are asked about, too")
  func others() throws {
    let directory = try TemporaryDirectory("zmq")
    let authenticator = try Authenticator(in: context)
    var router = try Socket(.router, in: context, options: Self.options)
    _ = try listen(&router)
    try router.bind(directory.endpoint("input"))
    let dealer = try Socket(.dealer, in: context)
    try dealer.connect(directory.endpoint("input"))
    #expect(try dealer.send([bytes("hello")]))
    try authenticator.socket.waitReadable("the question")
    let question = try #require(try authenticator.receive())
    #expect(question.mechanism == .none)
    #expect(PeerCredentials(peerAddress: question.address) != nil)
    try authenticator.answer(question, user: "")
    let message = try router.nextFrames("hello") { ($0.bytes, $0.userID) }
    #expect(message.last?.0 == bytes("hello") && message.last?.1 == nil)
  }

  @Test("a port that is given up ends its connections, and is bound again with other keys")
  func otherKeys() throws {
    var router = try Socket(.router, in: context, options: Self.options)
    let endpoint = try listen(&router)
    let old = try client(of: keys, at: endpoint)
    try old.events.events(until: "succeeded") { $0.kind == .handshakeSucceeded }
    try router.unbind(router.lastEndpoint)
    let next = try CurveKeyPair()
    // The port is free a moment later; its connections end while the socket is used.
    try eventually("the port is free") {
      error { () throws(ZeroMQError) in try router.bind(endpoint, encryptedWith: next) } == nil
    }
    // Connections end only while their socket is used, as a daemon uses it.
    var seen: [MonitorEvent.Kind] = []
    try eventually("the connection has ended, and another one has failed") {
      _ = try? router.receive()
      while let event = try? old.events.receiveEvent() { seen.append(event.kind) }
      guard let end = seen.firstIndex(of: .disconnected) else { return false }
      return seen[end...].contains { if case .handshakeFailed = $0 { true } else { false } }
    }
    let new = try client(of: next, at: endpoint)
    try new.events.events(until: "succeeded") { $0.kind == .handshakeSucceeded }
    let nowhere = error { () throws(ZeroMQError) in try router.unbind("tcp://127.0.0.1:1") }
    #expect(nowhere?.code == .notFound)
  }

  private struct Client: ~Copyable {
    let socket: Socket
    let events: Socket
  }

  private func client(of server: CurveKeyPair, at endpoint: Endpoint) throws -> Client {
    let socket = try Socket(
      .dealer,
      in: context,
      options: [.encryption(try CurveKeyPair(), server: server.publicKey)]
    )
    let events = try socket.monitor([.handshakeSucceeded, .handshakeFailed, .disconnected])
    try socket.connect(endpoint)
    return Client(socket: socket, events: events)
  }

  @Test("a context has one handler")
  func second() throws {
    let authenticator = try Authenticator(in: context)
    let again = error { () throws(ZeroMQError) in _ = try Authenticator(in: context) }
    #expect(again?.code == .addressInUse)
    #expect(try authenticator.receive() == nil)
  }
}
