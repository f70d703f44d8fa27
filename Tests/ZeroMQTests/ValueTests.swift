import Testing

@testable import ZeroMQ

@Suite struct ValueTests {
  @Test func durationsRoundUpToMilliseconds() {
    let table: [(Duration, Int64)] = [
      (.zero, 0), (.nanoseconds(1), 1), (.milliseconds(1), 1), (.microseconds(1001), 2),
      (.seconds(3), 3000), (.milliseconds(-1), -1), (.microseconds(-1500), -1),
      (.seconds(Int64.max), .max), (.seconds(Int64.min), .min),
    ]
    for (duration, expected) in table {
      #expect(duration.millisecondsRoundedUp == expected, "\(duration)")
    }
  }

  @Test func errorNumbersHaveNames() {
    let table: [(Int32, ZeroMQError.Code)] = [
      (11, .again), (4, .interrupted), (98, .addressInUse), (99, .addressNotAvailable),
      (19, .addressNotAvailable), (13, .permission), (1, .permission), (30, .permission),
      (156_384_765, .terminated), (2, .notFound), (36, .pathTooLong), (113, .hostUnreachable),
      (22, .invalidArgument), (156_384_763, .outOfTurn), (24, .tooManySockets), (5, .other(5)),
    ]
    for (number, code) in table {
      #expect(ZeroMQError.Code(errorNumber: number) == code)
    }
  }

  @Test func errorsSayWhatHappenedAndWhatToDo() {
    let known = ZeroMQError(.hostUnreachable, .send)
    #expect(known.description == "cannot send: the peer is gone; drop the message")
    let unknown = ZeroMQError(
      errorNumber: 5,
      .bind,
      endpoint: .tcp(host: "a", port: 1)
    )
    #expect(
      unknown.description == "cannot listen on tcp://a:1: Input/output error (error 5)"
    )
  }

  @Test func peerCredentialsComeFromLocalAddressesOnly() {
    let table: [(String, PeerCredentials?)] = [
      ("localhost:1000:100:42", PeerCredentials(userID: 1000, groupID: 100, processID: 42)),
      ("localhost:4294967294:0:1", PeerCredentials(userID: .max - 1, groupID: 0, processID: 1)),
      ("127.0.0.1", nil), ("fe80:0:0:1", nil), ("fe80::0:0:1", nil), ("::1", nil), ("", nil),
      ("localhost", nil), ("localhost:0:0", nil), ("localhost:0:0:1:1", nil),
      ("localhost::0:1", nil), ("localhost:-1:0:1", nil), ("localhost:4294967296:0:1", nil),
    ]
    for (address, expected) in table {
      #expect(PeerCredentials(peerAddress: address) == expected, "\(address)")
    }
  }

  @Test func monitorMessagesAreTyped() {
    func message(_ number: UInt16, _ value: UInt32) -> [[UInt8]] {
      let head =
        withUnsafeBytes(of: number) { Array($0) } + withUnsafeBytes(of: value) { Array($0) }
      return [head, Array("ipc:///x".utf8)]
    }
    let table: [(UInt16, UInt32, MonitorEvent.Kind)] = [
      (0x1, 7, .connected), (0x2, 115, .connectDelayed),
      (0x4, 90, .retried(after: .milliseconds(90))),
      (0x8, 7, .listening), (0x10, 98, .bindFailed(98)), (0x20, 7, .accepted),
      (0x40, 24, .acceptFailed(24)), (0x80, 7, .closed), (0x100, 9, .closeFailed(9)),
      (0x200, 7, .disconnected), (0x400, 0, .monitorStopped), (0x1000, 0, .handshakeSucceeded),
      (0x800, 32, .handshakeFailed(.connection(32))),
      (0x2000, 0x1100_0002, .handshakeFailed(.protocolError(0x1100_0002))),
      (0x4000, 400, .handshakeFailed(.authentication(400))), (0x8000, 1, .unknown(0x8000)),
    ]
    for (number, value, kind) in table {
      let event = MonitorEvent(frames: message(number, value))
      let hasDescriptor = [0x1, 0x8, 0x20, 0x80, 0x200].contains(number)
      let descriptor = hasDescriptor ? Int32(value) : nil
      #expect(event == MonitorEvent(kind, endpoint: "ipc:///x", descriptor: descriptor))
    }
    let malformed: [[[UInt8]]] = [[], [[1, 0, 0, 0, 0, 0]], [[1, 0], []], message(1, 1) + [[]]]
    for frames in malformed {
      #expect(MonitorEvent(frames: frames) == nil)
    }
  }

  @Test func optionsOutOfRangeAreRefused() throws {
    let context = try Context()
    let table: [SocketOption] = [
      .sendHighWaterMark(-1), .receiveHighWaterMark(Int(Int32.max) + 1), .maxMessageSize(-1),
      .reconnectInterval(.milliseconds(-1)), .heartbeatTimeout(.seconds(Int64.max)),
      .linger(.milliseconds(-1)), .linger(SocketOption.maxLinger + .milliseconds(1)),
      .routingID([]), .routingID([0, 1]), .routingID(Array(repeating: 1, count: 256)),
    ]
    for option in table {
      let thrown = error { () throws(ZeroMQError) in
        _ = try Socket(.dealer, in: context, options: [option])
      }
      #expect(thrown?.code == .invalidArgument, "\(option)")
      #expect(thrown?.operation == .setOption)
    }
  }

  @Test func optionsAtTheLimitAreTaken() throws {
    let context = try Context()
    _ = try Socket(
      .dealer,
      in: context,
      options: [
        .immediate(true), .sendHighWaterMark(0), .receiveHighWaterMark(Int(Int32.max)),
        .maxMessageSize(.max), .reconnectInterval(.zero), .reconnectIntervalMax(.seconds(5)),
        .connectTimeout(.seconds(1)), .heartbeatInterval(.milliseconds(500)),
        .heartbeatTimeout(.milliseconds(1500)), .handshakeTimeout(.seconds(3)),
        .routingID(Array(repeating: 1, count: 255)), .linger(SocketOption.maxLinger),
        .linger(.zero), .backlog(200), .ipv6(true), .affinity(1),
      ]
    )
    _ = try Socket(.router, in: context, options: [.routerMandatory(true), .routerHandover(true)])
    _ = try Socket(.xpublish, in: context, options: [.xpubVerbose(true)])
  }
}
