#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "core/base/build_facts.hpp"
#include "tests/command/machines.hpp"

/// What may happen on the way to another machine and there: a real sshd, other builds, a process that is stopped, a
/// disk that is full, several at once.
namespace heteroscope::testing {
namespace {

/// Its result does not become small when it is packed.
constexpr const char* problem = "mandelbrot --size 640x480 --precision fp32 --set smooth=1";

class FarMachines : public Machines {
 protected:
  void expect_same_bits(const std::string& machine, const std::string& before = {}) const {
    expect_success(fmt::format("render {} --processor cpu --out here.npy", problem));
    const Result far = run(fmt::format("render {} --processor cpu@{} --out there.npy", problem, machine), before);
    EXPECT_EQ(far.code, 0) << far.error;
    EXPECT_EQ(read_text(file("here.npy")), read_text(file("there.npy")));
  }
};

/// A machine that a real sshd leads to: ssh starts one for each connection and speaks with it over a pipe, so that
/// nothing listens. Its home folder is one of the test's.
class SshMachine : public FarMachines {
 protected:
  void SetUp() override {
    for (const char* const program : {"ssh", "ssh-keygen", "/usr/sbin/sshd"}) {
      if (std::system(fmt::format("command -v {} >/dev/null", program).c_str()) != 0)
        GTEST_SKIP() << program << " is not installed (Debian packages: openssh-client, openssh-server)";
    }
    for (const char* const each : {"bin", "home"}) std::filesystem::create_directories(file(each));
    for (const char* const key : {"host_key", "key", "other_key"})
      ASSERT_EQ(std::system(fmt::format("ssh-keygen -q -t ed25519 -N '' -f '{}/{}'", folder(), key).c_str()), 0);
    write_text(file("sshd_config"), fmt::format("HostKey {0}/host_key\nAuthorizedKeysFile {0}/key.pub\nStrictModes no\n"
                                                "UsePAM no\nPermitRootLogin yes\nPasswordAuthentication no\n"
                                                "SetEnv HOME={0}/home PATH=/usr/bin:/bin\n",
                                                folder()));
    write_text(file("sshd.sh"), fmt::format("{}exec /usr/sbin/sshd -i -f '{}/sshd_config'\n",
                                            // root's wants a folder that Debian makes when the system starts
                                            geteuid() == 0 ? "mkdir -p /run/sshd\n" : "", folder()));
    write_text(file("ssh_config"),
               fmt::format("Host *\n  IdentitiesOnly yes\n  UserKnownHostsFile {0}/known\n  StrictHostKeyChecking "
                           "accept-new\n  LogLevel ERROR\n  ProxyCommand sh {0}/sshd.sh\nHost server\n  "
                           "IdentityFile {0}/key\nHost stranger\n  IdentityFile {0}/other_key\n",
                           folder()));
    // ssh reads its settings from the folder that the system names as this user's home, whatever HOME is
    write_text(file("bin/ssh"), fmt::format("#!/bin/sh\nexec {} -F '{}/ssh_config' \"$@\"\n", path_of_ssh(), folder()));
    std::filesystem::permissions(file("bin/ssh"), std::filesystem::perms::owner_all);
    before_ = fmt::format("export PATH='{}/bin':\"$PATH\";", folder());
  }

  [[nodiscard]] const std::string& before() const { return before_; }

 private:
  static std::string path_of_ssh() {
    for (const char* const each : {"/usr/bin/ssh", "/bin/ssh"}) {
      if (std::filesystem::exists(each)) return each;
    }
    return "ssh";
  }

  std::string before_;
};

TEST_F(SshMachine, IsInstalledComputesAndHasTheSameBits) {
  const Result added = run("machines add server", before());
  EXPECT_NE((added.out + added.error).find("not found"), std::string::npos) << added.out << added.error;
  const Result installed = run("machines install server --yes", before());
  ASSERT_EQ(installed.code, 0) << installed.error;
  EXPECT_TRUE(std::filesystem::exists(file("home/.local/share/heteroscope/bin/heteroscope")));
  expect_same_bits("server", before());
  EXPECT_EQ(run("list heat --processor cpu@server", before()).out, expect_success("list heat").out);
}

TEST_F(SshMachine, ThatAsksForAPasswordIsRefused) {
  EXPECT_EQ(run("machines add stranger", before()).code, 0);
  expect_refused(fmt::format("render {} --processor cpu@stranger --out a.npy", problem), "Permission denied", before());
}

/// This program with another commit in it, of as many letters.
class OtherBuild : public FarMachines {
 protected:
  void SetUp() override {
    const std::string commit(build_facts().commit);
    std::string bytes = read_text(program());
    other_ = commit;
    std::ranges::reverse(other_);
    if (other_ == commit) GTEST_SKIP() << "its commit is the same from behind: " << commit;
    std::size_t count = 0;
    for (std::size_t at = 0; (at = bytes.find(commit, at)) != std::string::npos; ++count)
      bytes.replace(at, commit.size(), other_);
    ASSERT_GT(count, 0U);
    write_text(file("other"), bytes);
    std::filesystem::permissions(file("other"), std::filesystem::perms::owner_all);
  }
  [[nodiscard]] std::string other_program() const { return file("other").string(); }
  [[nodiscard]] const std::string& other_commit() const { return other_; }

 private:
  std::string other_;
};

TEST_F(OtherBuild, AtEitherEndIsOneSentenceThatSaysWhatToDo) {
  add("older", fmt::format("'{}' worker", other_program()));
  for (const char* const command : {"render mandelbrot --size 31x17 --processor cpu@older --out a.npy",
                                    "bench mandelbrot --processor cpu@older --json a.json"}) {
    expect_refused(command, other_commit().substr(0, 10));
    expect_refused(command, "heteroscope machines install older");
  }
  add("newer", worker());
  const std::string asking = fmt::format(
      "'{}' render mandelbrot --size 31x17 --processor cpu@newer --out a.npy; exit $?; true", other_program());
  const Result refused = run("", asking);
  EXPECT_EQ(refused.code, 2);
  EXPECT_FALSE(std::filesystem::exists(file("a.npy")));
}

TEST_F(FarMachines, ThatIsStoppedForAWhileGoesOn) {
  // when some of what it says has come, it is stopped for two seconds
  write_text(file("pausing.sh"), fmt::format("exec 3<&0\n"
                                             "{{ {} <&3 & echo $! >pid; wait; }} | {{\n"
                                             "  dd bs=1 count=80000 2>/dev/null\n"
                                             "  kill -STOP $(cat pid); sleep 2; kill -CONT $(cat pid)\n"
                                             "  exec cat\n}}\n",
                                             worker()));
  add("paused", fmt::format("sh '{}'", file("pausing.sh").string()));
  expect_same_bits("paused");
}

TEST_F(FarMachines, WhoseDiskIsFullIsOneSentence) {
  expect_success("render mandelbrot --size 320x200 --out source.png");
  add("full", "ulimit -f 1; exec " + worker());
  const Result far = expect_refused("render blur --source source.png --processor cpu@full --out a.npy", "full: ");
  EXPECT_NE(far.error.find("is the disk full"), std::string::npos) << far.error;
  EXPECT_EQ(far.error.find("the link was lost"), std::string::npos) << far.error;
  add("nowhere", "TMPDIR=/nonexistent exec " + worker());
  expect_refused("render blur --source source.png --processor cpu@nowhere --out a.npy", "nowhere: ");
  expect_same_bits("full");
}

TEST_F(FarMachines, ThatLoseWhatIsSentHaveTheSameBits) {
  const std::string shaped = fmt::format("'{}' --mbit 100 --ms 5 --loss 5 --", HETEROSCOPE_SHAPED_LINK);
  constexpr int skipped = 77;
  const int status = std::system((shaped + " true </dev/null").c_str());
  if (WEXITSTATUS(status) == skipped) GTEST_SKIP() << "networks of one's own need root";
  ASSERT_EQ(status, 0);
  add("lossy", fmt::format("{} {}", shaped, worker()));
  expect_same_bits("lossy");
}

TEST_F(FarMachines, SeveralAskOneAtTheSameTime) {
  add("there", worker());
  const std::string each = fmt::format("'{}' render {} --processor cpu@there --out", program(), problem);
  const std::string others = fmt::format("{0} 1.npy & {0} 2.npy & {0} 3.npy & wait;", each);
  const Result last = run(fmt::format("render {} --processor cpu --out here.npy", problem), others);
  EXPECT_EQ(last.code, 0) << last.error;
  for (const char* const name : {"1.npy", "2.npy", "3.npy"})
    EXPECT_EQ(read_text(file(name)), read_text(file("here.npy"))) << name;
}

}  // namespace
}  // namespace heteroscope::testing
