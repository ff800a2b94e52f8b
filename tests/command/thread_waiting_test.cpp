
#include <regex>
#include <thread>
#include <vector>

#include "program.hpp"

/// How long OpenMP's threads spin before they sleep, as its library says itself (OMP_DISPLAY_ENV).
namespace heteroscope::testing {
namespace {

class ThreadWaiting : public Program {
 protected:
  /// The counts that the library says it uses, one each time the program begins.
  [[nodiscard]] std::vector<std::string> spins(const std::string& before) const {
    const Result result = run("list", before + "export OMP_DISPLAY_ENV=VERBOSE;");
    EXPECT_EQ(result.code, 0) << result.error;
    const std::regex spin("GOMP_SPINCOUNT = '(\\w+)'");
    std::vector<std::string> out;
    for (std::sregex_iterator each(result.error.begin(), result.error.end(), spin), end; each != end; ++each)
      out.push_back((*each)[1]);
    return out;
  }

 private:
  /// More than the cores can do at a time, as other programs do.
  class Others {
   public:
    Others() {
      for (unsigned i = 0; i < 2 * std::thread::hardware_concurrency(); ++i) {
        threads_.emplace_back([](const std::stop_token& end) {
          while (!end.stop_requested()) {
          }
        });
      }
    }

   private:
    std::vector<std::jthread> threads_;
  };
  Others others_;
};

TEST_F(ThreadWaiting, IsShortBesideOtherPrograms) {
  const std::vector<std::string> found = spins("unset OMP_WAIT_POLICY GOMP_SPINCOUNT; ");
  ASSERT_EQ(found.size(), 2u) << "it begins again";
  EXPECT_EQ(found[1], "5000");
}

TEST_F(ThreadWaiting, IsWhatAPersonChose) {
  EXPECT_EQ(spins("export GOMP_SPINCOUNT=77; "), std::vector<std::string>{"77"});
  EXPECT_EQ(spins("export OMP_WAIT_POLICY=passive; ").size(), 1u);
}

}  // namespace
}  // namespace heteroscope::testing
