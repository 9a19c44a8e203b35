import Domain
import EmptyState
import FoundationEssentials
import Runtime

/// Signs in to a server from the command line: says what to open, and waits for the browser and for a code at once.
struct LoginRun: Sendable {
  /// What ends it without an account.
  enum Stop: Error, Hashable {
    case refused(ServerSignInError)
    /// Standard input has ended, and nothing else can bring the code.
    case noCode
  }

  let servers: any SignInToServerUseCase
  /// nil where there is no browser that the person sees.
  let openLink: (any OpenLinkUseCase)?
  let clock: any WallClock
  /// Says something to the person; with a line end of its own where there is to be one.
  let say: @Sendable (String) -> Void
  /// What the person types, line by line.
  let lines: @Sendable () -> AsyncStream<String>

  /// - Parameter server: as a person types it.
  func signIn(at server: String) async throws(Stop) -> Account {
    let signIn: ServerSignIn
    do throws(ServerSignInError) {
      signIn = try await servers.begin(at: server)
    } catch {
      throw .refused(error)
    }
    showPage(of: signIn)
    do throws(Stop) {
      return try await account(of: signIn)
    } catch {
      await servers.giveUp(signIn)
      throw error
    }
  }

  private func showPage(of signIn: ServerSignIn) {
    if let redirect = signIn.redirect { say(redirect.sentence + "\n") }
    say(SignInScope.sentence + "\n")
    let isOpen = openLink.map { (try? $0(signIn.browserAddress ?? signIn.codeAddress)) != nil } ?? false
    if isOpen, signIn.browserAddress != nil {
      say("Your browser asks whether you agree. Where you see nothing there, open this address anywhere:\n\n")
    } else {
      say("Open this address in a browser, on whatever machine you like:\n\n")
    }
    say("  \(signIn.codeAddress)\n\nIts page ends with a code. Paste it here: ")
  }

  private func account(of signIn: ServerSignIn) async throws(Stop) -> Account {
    let result = await withTaskGroup(of: Result<Account, Stop>.self) { group in
      if signIn.browserAddress != nil { group.addTask { await browser(signIn) } }
      group.addTask { await code(signIn) }
      var last = Result<Account, Stop>.failure(.noCode)
      for await result in group {
        // Whoever has closed standard input may still come back by the browser.
        if last == .failure(.noCode) { last = result }
        if result != .failure(.noCode) { break }
      }
      group.cancelAll()
      return last
    }
    if case .failure = result, Task.isCancelled { throw .refused(.cancelled) }
    return try result.get()
  }

  private func browser(_ signIn: ServerSignIn) async -> Result<Account, Stop> {
    do throws(ServerSignInError) {
      let account = try await servers.finishInBrowser(signIn)
      say("\n")
      return .success(account)
    } catch .cancelled {
      // The port closes as soon as a code has been taken: what that comes to is about to be told.
      return .failure(.noCode)
    } catch {
      say("\n")
      return .failure(.refused(error))
    }
  }

  /// Wrong codes are said to be so, and the next one is asked for.
  private func code(_ signIn: ServerSignIn) async -> Result<Account, Stop> {
    for await line in lines() {
      guard line.contains(where: { !$0.isWhitespace }) else { continue }
      do throws(ServerSignInError) {
        return .success(try await servers.finish(signIn, code: line))
      } catch {
        guard case .wrongCode = error else { return .failure(.refused(error)) }
        say(ServerSignInText.sentence(for: error, now: clock.now) + "\nAnother code: ")
      }
    }
    return .failure(.noCode)
  }
}

extension CommandFailure {
  init(_ stop: LoginRun.Stop, now: Date) {
    switch stop {
    case .noCode: self.init(.unavailable, "nobody was signed in: there was no code on standard input")
    case .refused(let error): self.init(error, now: now)
    }
  }

  /// The words are those of the form.
  init(_ error: ServerSignInError, now: Date) {
    let status: Status =
      switch error {
      case .invalidServer: .usage
      case .notSupported, .noRegistration, .noConsentPage, .cancelled: .unavailable
      case .registrationForgotten: .tryLater
      case .refused, .wrongCode, .wrongToken, .credentials: .notAllowed
      case .store(let error): CommandFailure(error).status
      case .unavailable(let error): CommandFailure(error).status
      }
    self.init(status, ServerSignInText.sentence(for: error, now: now))
  }
}
