import Foundation
import Testing

/// Real processes under stress: navbench's own programs, small, with ten times each goal as the limit.
///
/// One after another and in the place of tests that compute, which leaves processors to what they start.
@Suite(.serialized) struct StressTests {
  /// A run of navbench that fails where anything is lost, or a figure misses its goal by so much.
  private static let slack = ["--slack", Programs.areSanitized ? "50" : "10"]

  @Test func nothingAcknowledgedIsLostWhenTheDaemonIsKilled() throws {
    try check(
      "kills",
      "--rounds",
      "\(Programs.stressKills)",
      within: .seconds(60 + 10 * Programs.stressKills)
    )
  }

  @Test(arguments: Programs.stressTransports)
  func viewersThatJoinWhileUpdatesFlowMissNothing(transport: String) throws {
    try check("joins", "--joins", "40", "--transport", transport, within: .seconds(120))
  }

  @Test func aStoppedViewerHoldsNobodyUp() throws {
    try check("stall", "--seconds", "3", "--rate", "100", within: .seconds(120))
  }

  @Test func manyViewersThatGoAtOnceStopNobody() throws {
    try check("leave", "--viewers", "200", "--rate", "50", within: .seconds(180))
  }

  @Test func anyBytesAsAnyContentStopNobody() throws {
    try check("sources", "--seeds", "25", within: .seconds(600))
  }

  /// Runs navbench, which says what is wrong.
  private func check(
    _ arguments: String...,
    within limit: Duration,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let world = try World()
    let outcome = try world.run(
      Programs.bench,
      arguments + Self.slack,
      environment: ["NAVBENCH_ANY_BUILD": "1"],
      within: limit
    )
    #expect(outcome.code == 0, "\(outcome)", sourceLocation: location)
  }
}
