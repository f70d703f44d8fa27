import NavHost
import NavSystem
import NavTestKit
import Testing

@testable import NavDaemon

@Suite("How many connections fit")
struct DescriptorBudgetTests {
  @Test(
    "connections leave room for files, and TCP for local clients",
    arguments: [
      (64, 48, 44, 5), (256, 192, 154, 77), (1_024, 768, 586, 365), (4_096, 3_072, 2_314, 1_517),
      (20_000, 18_976, 14_242, 9_469), (1_048_576, 1_047_552, 785_674, 523_757),
    ]
  )
  func shares(limit: Int, local: Int, remote: Int, viewers: Int) throws {
    let budget = try DescriptorBudget(limit: limit)
    #expect(budget.localEnd == local && budget.remoteEnd == remote && budget.viewers == viewers)
  }

  @Test(
    "one address gets a quarter of the connections over TCP in the time of a handshake, between two bounds",
    arguments: [(64, 6, 16), (256, 116, 29), (1_024, 548, 137), (20_000, 14_204, 2_048)]
  )
  func addresses(limit: Int, remote: Int, most: Int) throws {
    let budget = try DescriptorBudget(limit: limit)
    #expect(budget.remoteConnections == remote && budget.connectionsPerAddress == most)
  }

  @Test("any limit leaves a share for each")
  func law() throws {
    for limit in 64...5_000 {
      let budget = try DescriptorBudget(limit: limit)
      try demand(budget.localEnd + 16 <= limit && budget.remoteEnd + 4 <= budget.localEnd)
      try demand(budget.viewers > 0 && budget.connections >= 8)
    }
  }

  @Test("a limit that is too small is an error that says what to do")
  func tooSmall() throws {
    for limit in [0, 16, 63] {
      let error = #expect(throws: DaemonError.self) { _ = try DescriptorBudget(limit: limit) }
      #expect(error?.code == .unavailable)
      #expect(error?.description.contains("ulimit -n") == true)
    }
  }

  @Test("the default limit of viewers follows; one that somebody has set stays, with a warning")
  func viewers() throws {
    let budget = try DescriptorBudget(limit: 256)
    let plain = Configuration(stateDirectory: "/state")
    #expect(plain.fitted(to: budget).limits.viewers == 77)
    #expect(budget.warning(for: 77)?.contains("77 viewers") == true)
    var layer = ConfigurationLayer()
    layer.limits = [.viewers: 200]
    var set = plain
    set.takeCommandLine(layer)
    #expect(set.fitted(to: budget).limits.viewers == 200)
    let large = try DescriptorBudget(limit: 20_000)
    #expect(plain.fitted(to: large).limits.viewers == 5_000)
    #expect(large.warning(for: 5_000) == nil && large.warning(for: 10_000) != nil)
  }
}
