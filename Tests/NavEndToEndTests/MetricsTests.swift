import Foundation
import NavProcessKit
import NavTestKit
import Testing

/// Metrics: of `navclient metrics`, and over HTTP (deploy/README.md: Metrics).
@Suite(.waiting) struct MetricsTests {
  private let sandbox: Sandbox
  private let port: UInt16
  private let deck = Deck.short

  init() throws {
    sandbox = try Sandbox()
    port = try FreePorts.pair()
  }

  private func daemon() throws -> Daemon {
    try Daemon(in: sandbox, arguments: ["--metrics", "127.0.0.1:\(port)"])
  }

  // MARK: Requests over HTTP

  private struct Answer {
    let status: String
    let head: String
    let body: String
  }

  /// Sends the bytes of a request and reads until the daemon closes the connection.
  private func send(_ text: String) throws -> Answer {
    let peer = try RawPeer(.port(port))
    peer.send(Array(text.utf8))
    var bytes: [UInt8] = []
    try eventually("the answer to \(text.prefix(40)) is complete") {
      bytes += peer.read()
      return peer.isClosed
    }
    let answer = String(decoding: bytes, as: UTF8.self)
    let parts = answer.components(separatedBy: "\r\n\r\n")
    return Answer(
      status: String(answer.prefix { !$0.isNewline }),
      head: parts[0],
      body: parts.dropFirst().joined(separator: "\r\n\r\n")
    )
  }

  private func get(_ path: String, method: String = "GET", _ headers: String...) throws -> Answer {
    let lines = ["\(method) \(path) HTTP/1.1", "Host: localhost"] + headers
    return try send(lines.joined(separator: "\r\n") + "\r\n\r\n")
  }

  /// The metrics over HTTP; what is served may be a tenth of a second old.
  private func metrics() throws -> ExpositionText {
    let answer = try get("/metrics")
    try #require(answer.status == "HTTP/1.1 200 OK", "\(answer)")
    return ExpositionText(answer.body)
  }

  // MARK: Tests

  @Test("a session with viewers, and its figures over both ways")
  func talk() throws {
    let daemon = try daemon()
    #expect(daemon.log.contains("navd serves metrics at http://127.0.0.1:\(port)/metrics"))
    let viewer = try sandbox.viewer("one", opening: deck)
    try viewer.type("Right")
    try viewer.wait(forPage: 2, of: deck)
    try eventually("the metrics have what has happened") {
      let text = try metrics()
      try #require(text.faults == [])
      return text.value("navd_sessions", ["state": "live"]) == 1
        && text.value("navd_viewers", ["role": "owner"]) == 1
        && text.value("navd_streams", ["form": "open"]) == 1
        // A request that is sent again counts again.
        && (text.value("navd_requests_total", ["kind": "input"]) ?? 0) >= 1
        && (text.value("navd_snapshots_total") ?? 0) >= 1
        && (text.value("navd_store_commit_seconds_count") ?? 0) >= 1
    }
    let first = try metrics()
    for name in [
      "navd_turn_seconds_count", "navd_turn_processor_seconds_total", "process_cpu_seconds_total",
      "process_resident_memory_bytes", "process_virtual_memory_bytes", "process_open_fds",
      "process_max_fds", "navd_content_memory_bytes", "navd_request_bytes_total",
    ] {
      #expect((first.value(name) ?? 0) > 0, "\(name)")
    }
    let started = try #require(first.value("process_start_time_seconds"))
    #expect(abs(started - Date().timeIntervalSince1970) < 600)
    // A command gets the same, by the request.
    let printed = ExpositionText(try sandbox.succeed("metrics"))
    #expect(printed.faults == [])
    #expect(printed.types == first.types)
    try eventually("a text that is made later counts the request") {
      let text = ExpositionText(try sandbox.succeed("metrics"))
      return (text.value("navd_requests_total", ["kind": "get_metrics"]) ?? 0) >= 1
    }
    #expect(daemon.isRunning)
  }

  @Test("what HTTP answers: the page, its head alone, another path, another method")
  func answers() throws {
    let daemon = try daemon()
    let page = try get("/metrics")
    #expect(page.status == "HTTP/1.1 200 OK")
    #expect(page.head.contains("Content-Type: text/plain; version=0.0.4"))
    #expect(page.head.contains("Connection: close"))
    #expect(page.head.contains("Content-Length: \(page.body.utf8.count)"))
    let head = try get("/metrics", method: "HEAD")
    #expect(head.status == "HTTP/1.1 200 OK" && head.body.isEmpty, "\(head)")
    // A query is ignored.
    #expect(try get("/metrics?a=b").status == "HTTP/1.1 200 OK")
    for path in ["/", "/metrics/", "/metricsx", "/..%2fmetrics", "//metrics"] {
      #expect(try get(path).status.hasPrefix("HTTP/1.1 404 "), "\(path)")
    }
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "BREW"] {
      let answer = try get("/metrics", method: method, "Content-Length: 0")
      #expect(answer.status.hasPrefix("HTTP/1.1 405 "), "\(method)")
      #expect(answer.head.contains("Allow: GET, HEAD"), "\(method)")
    }
    #expect(daemon.isRunning)
  }

  @Test("a web page of another name that leads to this machine can't read them")
  func names() throws {
    let daemon = try daemon()
    func status(_ host: String?) throws -> String {
      let header = host.map { "Host: \($0)\r\n" } ?? ""
      let version = host == nil ? "1.0" : "1.1"
      return try send("GET /metrics HTTP/\(version)\r\n\(header)\r\n").status
    }
    let own = [
      "localhost", "LOCALHOST:\(port)", "127.0.0.1", "127.0.0.1:\(port)", "192.0.2.7:1", "[::1]",
      "[2001:db8::1]:\(port)",
    ]
    for host in own {
      let found = try status(host)
      #expect(found.hasSuffix(" 200 OK"), "\(host): \(found)")
    }
    let others = [
      "evil.example", "evil.example:\(port)", "localhost.evil.example", "127.0.0.1.evil.example",
      "127.1", "[::1].evil.example", "[evil.example]", "localhost:evil", "::1",
    ]
    for host in others {
      let found = try status(host)
      #expect(found.contains(" 403 "), "\(host): \(found)")
    }
    let old = try status(nil)
    #expect(old.hasSuffix(" 200 OK"), "\(old)")
    #expect(daemon.isRunning)
  }

  @Test("requests that are too long or no HTTP end their connection alone")
  func nonsense() throws {
    let daemon = try daemon()
    let long = String(repeating: "x", count: 100_000)
    let table = [
      "GET /\(long) HTTP/1.1\r\nHost: x\r\n\r\n", "GET /metrics HTTP/1.1\r\nX: \(long)\r\n\r\n",
      "\u{0}\u{1}\u{2}\r\n\r\n", "GET\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}\u{0}\r\n\r\n",
      "POST /metrics HTTP/1.1\r\nHost: x\r\nContent-Length: 999999999\r\n\r\n\(long)",
    ]
    for text in table {
      let answer = try send(text)
      #expect(!answer.status.hasPrefix("HTTP/1.1 200"), "\(text.prefix(40)): \(answer.status)")
      let after = try metrics()
      #expect(after.faults == [])
    }
    #expect(daemon.isRunning)
  }

  @Test(
    "connections that never finish their requests are bounded, and end; a viewer notices nothing"
  )
  func slowloris() throws {
    let daemon = try daemon()
    let viewer = try sandbox.viewer("one", opening: deck)
    let before = try metrics().value("process_open_fds") ?? 0
    var peers: [RawPeer] = []
    for _ in 0..<64 {
      let peer = try RawPeer(.port(port))
      peer.send(Array("GET /metrics HTTP/1.1\r\nHost: ".utf8))
      peers.append(peer)
    }
    try viewer.type("Right")
    try viewer.wait(forPage: 2, of: deck)
    // The request to navd itself is not in their way.
    let open = ExpositionText(try sandbox.succeed("metrics")).value("process_open_fds") ?? .infinity
    #expect(open < before + 40, "\(before) and then \(open) files")
    // Each sends a byte now and then, which does not keep its connection.
    try eventually("all of them are closed") {
      for peer in peers where !peer.isClosed {
        peer.send(Array("x".utf8))
        _ = peer.read()
      }
      return peers.allSatisfy(\.isClosed)
    }
    let after = try metrics()
    #expect(after.faults == [])
    #expect(daemon.isRunning)
  }

  @Test("without the option nothing listens; the configuration file has it, too, and IPv6")
  func configuration() throws {
    let daemon = try Daemon(in: sandbox)
    #expect(throws: ProcessKitError.self) { try RawPeer(.port(port)) }
    #expect(try daemon.end(SIGTERM) == 0)
    _ = try sandbox.write("[metrics]\nlisten = \"[::1]:\(port)\"\n", to: ".config/navd/config.toml")
    try daemon.restart()
    #expect(daemon.log.contains("navd serves metrics at http://[::1]:\(port)/metrics"))
    // A reload does not move it, and says so.
    _ = try sandbox.write("[metrics]\nlisten = \"\"\n", to: ".config/navd/config.toml")
    daemon.send(SIGHUP)
    try eventually("the log says when the change has an effect", found: { daemon.log }) {
      daemon.log.contains(
        "metrics.listen is \"\" in the configuration, and stays \"[::1]:\(port)\""
      )
    }
  }

  @Test("addresses that can't be used, each with its text and exit code")
  func refusals() throws {
    let other = try Sandbox()
    let daemon = try daemon()
    let table: [([String], Int32, String)] = [
      (["--metrics", "127.0.0.1:\(port)"], 69, "can't serve metrics at 127.0.0.1:\(port)"),
      (["--metrics", "0.0.0.0:\(port)"], 64, "--metrics-insecure"),
      (["--metrics", "[::]:\(port)"], 64, "--metrics-insecure"),
      (["--metrics", "192.0.2.7:\(port)"], 64, "--metrics-insecure"),
      (["--metrics", "localhost:\(port)"], 64, "127.0.0.1:9464"),
      (["--metrics", "127.0.0.1"], 64, "127.0.0.1:9464"),
      (["--metrics", "127.0.0.1:0"], 64, "127.0.0.1:9464"),
      (["--metrics", "192.0.2.7:\(port)", "--metrics-insecure"], 69, "can't serve metrics at"),
    ]
    for (arguments, code, text) in table {
      let outcome = try other.run(Programs.daemon, arguments)
      #expect(outcome.code == code && outcome.errors.contains(text), "\(outcome)")
    }
    #expect(daemon.isRunning)
  }

  @Test("with --metrics-insecure all addresses of the machine serve them")
  func open() throws {
    let daemon = try Daemon(
      in: sandbox,
      arguments: ["--metrics", "0.0.0.0:\(port)", "--metrics-insecure"]
    )
    let text = try metrics()
    #expect(text.faults == [])
    let named = try send("GET /metrics HTTP/1.1\r\nHost: talks.example:\(port)\r\n\r\n")
    #expect(named.status == "HTTP/1.1 200 OK")
    #expect(daemon.isRunning)
  }
}
