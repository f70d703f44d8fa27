import NavHost
package import NavSystem
import ZeroMQ

/// Metrics over HTTP, served between the turns of the poll loop.
final class MetricsEndpoint {
  let address: MetricsAddress
  private let server: HTTPServer
  /// When to look even if nothing arrives; nil for never.
  private(set) var nextLook: Duration?

  static let path = "/metrics"
  /// The token of the poller.
  private static let token = 11

  /// Listens at an address; nil without one.
  ///
  /// - Parameters:
  ///   - address: the address that the settings permit.
  ///   - settings: the settings; if they are insecure, requests may come under any name of the machine.
  /// - Throws: if it can't be used.
  init?(at address: MetricsAddress?, _ settings: MetricsSettings) throws(DaemonError) {
    guard let address else { return nil }
    self.address = address
    do throws(HTTPError) {
      server = try HTTPServer(
        host: address.host,
        port: address.port,
        path: Self.path,
        contentType: MetricsText.contentType,
        allowsAnyHost: settings.isInsecure
      )
    } catch {
      throw DaemonError(
        .unavailable,
        "can't serve metrics at \(address): \(error); choose another address with --metrics (metrics.listen)"
      )
    }
  }

  func add(to poller: inout Poller) {
    poller.add(descriptor: server.descriptor, token: Self.token, events: .readable)
  }

  /// Serves requests, if there are any.
  ///
  /// - Parameters:
  ///   - poller: the poller.
  ///   - now: the time of the turn.
  ///   - text: returns the text.
  func serve(_ poller: borrowing Poller, at now: Duration, text: () -> String) {
    let isDue = nextLook.map { $0 <= now } ?? false
    guard isDue || !poller.isReady(token: Self.token).isEmpty else { return }
    server.run(at: now, page: text)
    nextLook = server.nextLook(at: now)
  }
}

extension ProcessFigures {
  /// Measures this process.
  static var ofThisProcess: ProcessFigures {
    let usage = ProcessUsage()
    var figures = ProcessFigures()
    figures.residentMemory = usage.residentMemory
    figures.virtualMemory = usage.virtualMemory
    figures.processorTime = usage.processorTime
    figures.openDescriptors = usage.openDescriptors
    figures.descriptorLimit = usage.descriptorLimit
    return figures
  }
}

/// The settings by which a daemon serves its metrics over HTTP.
package struct MetricsSettings: Hashable, Sendable {
  /// The address; nil if it does not.
  package var listen: MetricsAddress?
  /// Whether other machines may reach the address.
  package var isInsecure = false

  package init() {}

  /// Returns the address.
  ///
  /// - Returns: the address; nil if metrics are not served.
  /// - Throws: if other machines could reach it and the configuration does not allow that.
  func address() throws(DaemonError) -> MetricsAddress? {
    guard let listen, !listen.isLoopback, !isInsecure else { return listen }
    throw DaemonError(
      .usage,
      "metrics at \(listen) would tell everybody who can reach it how many sessions and viewers there are, and what "
        + "they do: listen at 127.0.0.1:\(listen.port), or add --metrics-insecure (metrics.insecure)"
    )
  }
}
