#include "tests/command/machines.hpp"

/// A frame's counters (CountedRun): they are the same wherever it is executed. The GPU's counters are
/// tests/faults/fake_counters.cpp's, where each call of a variant reads and writes 5 KiB.
namespace heteroscope::testing {
namespace {

class CountedRuns : public Machines {
 protected:
  [[nodiscard]] std::string program() const override { return HETEROSCOPE_FAULTY; }
  [[nodiscard]] std::string counted(const std::string& arguments) const {
    return expect_success("profile " + arguments + " --csv -").out;
  }
};

TEST_F(CountedRuns, CountEachCallOnce) {
  const std::string csv = counted("blur --size 64x48");
  EXPECT_NE(csv.find("5120"), std::string::npos) << csv;
  const std::string table = expect_success("profile blur --size 64x48").out;
  EXPECT_NE(table.find("The frame was computed 3 times"), std::string::npos) << table;
}

TEST_F(CountedRuns, AreTheSameInAWorker) {
  for (const char* const problem : {"blur --size 64x48", "binarize --size 64x48", "heat --set n=33 --steps 4"})
    EXPECT_EQ(counted(problem), counted(std::string(problem) + " --isolate yes")) << problem;
}

TEST_F(CountedRuns, AreTheSameOnAMachineElsewhere) {
  const std::string here = counted("blur --size 64x48");
  add("there", worker());
  EXPECT_EQ(here, counted("blur --size 64x48 --processor gpu@there"));
}

TEST_F(CountedRuns, RefuseTheSameInAWorker) {
  for (const char* const isolate : {"no", "yes"})
    expect_refused(std::string("profile heat --set n=33 --steps 0 --isolate ") + isolate, "add --steps");
}

}  // namespace
}  // namespace heteroscope::testing
