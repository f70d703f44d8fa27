import Foundation
import NavTestKit
import NavViewer
import NavWire
import Testing
import ZeroMQ

@testable import NavClient

@Suite struct RestartedDaemonTests {
  @Test("a command of a script waits for a navd that is being restarted")
  func waits() throws {
    let directory = try makeTemporaryDirectory("restart")
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let endpoints = Endpoints(directory: directory)
    let context = try Context()
    var socket = try Socket(.router, in: context)
    var attempts = 0
    let found = try endpoints.reached(within: .seconds(60)) {
      attempts += 1
      guard attempts == 2 else { return }
      do {
        try socket.bind(Endpoint(parsing: "ipc://\(endpoints.inputPath)"))
      } catch {
        Issue.record(error)
      }
    }
    #expect(found == endpoints && attempts == 2)
  }

  @Test("without its directory, and without time, it waits for none", arguments: [true, false])
  func waitsForNone(hasDirectory: Bool) throws {
    let directory = try makeTemporaryDirectory("restart")
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let endpoints = Endpoints(directory: hasDirectory ? directory : directory + "/none")
    let error = #expect(throws: ClientExit.self) {
      try endpoints.reached(within: hasDirectory ? .zero : .seconds(60)) {
        Issue.record("it waits")
      }
    }
    #expect(error?.code == .unreachable)
  }
}
