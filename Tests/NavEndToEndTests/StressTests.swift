import Foundation
import NavTestKit
import Testing

/// Real processes under stress: small runs of navbench, with ten times each goal as the limit.
///
/// They run one after another and not beside computing tests, which leaves processors to the started programs.
@Suite(.serialized) struct StressTests {
  /// Makes navbench fail at a loss, or when a figure misses its goal by this factor.
  private static let slack = ["--slack", isSanitized ? "50" : "10"]

  @Test func killsLoseNothingAcknowledged() throws {
    try check(
      "kills",
      "--rounds",
      "\(Programs.stressKills)",
      within: .seconds(60 + 10 * Programs.stressKills)
    )
  }

  /// Not with a sanitizer: navd then takes fewer updates than this one sends, and nobody catches up.
  @Test(.enabled(if: !isSanitized), arguments: Programs.stressTransports)
  func viewersThatJoinWhileUpdatesFlowMissNothing(transport: String) throws {
    try check("joins", "--joins", "40", "--transport", transport, within: .seconds(120))
  }

  @Test func aStoppedViewerBlocksNobody() throws {
    let rate = isSanitized ? "20" : "100"
    try check("stall", "--seconds", "3", "--rate", rate, within: .seconds(120))
  }

  @Test func manyViewersLeavingAtOnceBlockNobody() throws {
    let viewers = isSanitized ? "40" : "200"
    try check("leave", "--viewers", viewers, "--rate", "50", within: .seconds(180))
  }

  @Test func anyBytesAsContentBlockNobody() throws {
    try check("sources", "--seeds", "25", within: .seconds(600))
  }

  /// Runs navbench, whose errors name the failure.
  private func check(
    _ arguments: String...,
    within limit: Duration,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run(
      Programs.bench,
      arguments + Self.slack,
      environment: ["NAVBENCH_ANY_BUILD": "1"],
      within: isSanitized ? limit * 4 : limit
    )
    #expect(outcome.code == 0, "\(outcome)", sourceLocation: location)
  }
}
